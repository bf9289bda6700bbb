#pragma once

#include "gough/program/models.hpp"

namespace gough {

// What the library itself answers for a state, in the order of the outputs of the program that `record` makes: for checking programs and
// what is made of them. Needs all stages of `kinematics`. The load's payload is all that is carried, an input's too.
std::vector<double> library_outputs(const Robot& robot, const ModelChoice& choice, const Load& load,
                                    const KinematicsData<double>& kinematics, const VecX<double>& effort);

// The status of that state, as far as the model tells it: of the pose, of strokes, and of speeds and efforts where it has both.
Status library_status(const Robot& robot, const ModelChoice& choice, const Load& load, const KinematicsData<double>& kinematics,
                      const VecX<double>& effort);

}  // namespace gough
