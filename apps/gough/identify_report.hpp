#pragma once

#include "apps/gough/output.hpp"
#include "gough/identification/identification.hpp"

// What `gough identify` tells people and machines.
namespace gough::command {

struct IdentificationReport {
  const Robot& robot;
  const Identification& identified;
  const std::vector<Fit>& validation;  // of the base estimate and, if there is one, of the consistent one
  std::string estimator;
};

void print_identification(const IdentificationReport& report);
Json identification_json(const IdentificationReport& report);

void print_payload(const Robot& robot, const PayloadIdentification& identified);
Json payload_json(const Robot& robot, const PayloadIdentification& identified);

// Efforts as measured and as predicted, over time, as SVG.
std::string identification_plot(const Fit& fit);

}  // namespace gough::command
