#pragma once

#include "apps/gough/output.hpp"
#include "gough/explain/written_model.hpp"

// A written model as `gough explain` gives it.
namespace gough::command {

std::string explain_text(const explain::WrittenModel& model);   // for a terminal
std::string explain_html(const explain::WrittenModel& model);   // one page that needs nothing else
std::string explain_latex(const explain::WrittenModel& model);  // an article with amsmath
Json explain_json(const explain::WrittenModel& model);

// "Formulation P, platform and legs"
std::string part_title(const explain::Part& part);

// Whether a matrix is a vector, its one column without a name.
bool is_vector(const explain::WrittenMatrix& matrix);

// A matrix as it is shown: one with many columns and few rows is transposed, and says so.
explain::WrittenMatrix shown(const explain::WrittenMatrix& matrix);

// First columns of the blocks of a matrix that fit into lines of so many characters, and behind them the number of columns.
std::vector<Eigen::Index> column_blocks(const explain::WrittenMatrix& matrix, std::size_t line);

// Whether a block that is not the whole matrix is 0 at every state.
bool is_blank(const explain::WrittenMatrix& matrix, Eigen::Index from, Eigen::Index to);

// "columns 1 to 8" of a block that is not the whole matrix, of a blank one with their names and that they are 0; prose.
std::string block_name(const explain::WrittenMatrix& matrix, Eigen::Index from, Eigen::Index to);

// What the marks of entries mean: `how` each kind is marked, and by how many states it was judged.
std::string legend(const explain::WrittenModel& model, const std::string& how);

// The kind of an entry; varying where no other state was looked at.
explain::Entry entry_of(const explain::WrittenMatrix& matrix, Eigen::Index row, Eigen::Index column);

}  // namespace gough::command
