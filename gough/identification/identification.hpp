#pragma once

#include "gough/identification/base_parameters.hpp"
#include "gough/identification/consistent.hpp"
#include "gough/identification/drive_gains.hpp"
#include "gough/identification/payload_estimate.hpp"

// From recorded motions to parameters: reading, checks, filtering, estimation, validation, in one call each.
namespace gough {

enum class Estimator { ordinary, weighted, robust };

struct IdentificationOptions {
  Estimator estimator = Estimator::weighted;
  BaseOptions base;
  FilterOptions filter;
  bool consistent = false;  // also the parameters as the robot file writes them, physically consistent
  double prior = 1.0;       // how much the consistent estimate trusts the file
  std::function<void(std::size_t, std::size_t)> progress;
};

// How well parameters explain a motion.
struct Fit {
  std::string file;
  std::vector<std::string> rows, units;
  VecX<double> rms, residual;  // of the efforts and of what is left of them, row by row
  int samples = 0;
  double cutoff = 0.0;  // Hz
  int decimate = 1;
  int periods = 0;                   // averaged; 0: as recorded
  double step = 0.0;                 // s, from one kept sample to the next
  VecX<double> measured, predicted;  // every row of every kept sample, sample after sample
};

struct Identification {
  BaseParameters base;
  Estimate estimate;      // of the base parameters
  VecX<double> nominal;   // the same by the robot file
  std::vector<int> poor;  // poorly excited
  Fit fit;
  std::optional<DriveGains> drives;
  std::optional<FileParameters> file;  // … and what follows, where a consistent estimate is asked for
  ConsistentEstimate consistent;
  Fit consistent_fit;
  std::vector<std::string> warnings;
};

// A payload of known mass for the drive gains, and the motion that carries it.
struct KnownPayload {
  std::string file;
  RigidBody body;
};

// Throws InputError for everything in the data that would make the numbers wrong.
Identification identify(const Robot& robot, const std::string& file, const IdentificationOptions& options,
                        const std::optional<KnownPayload>& known = {});

// Efforts of another motion, predicted; the base estimate and, where there is one, the consistent one.
std::vector<Fit> validate(const Robot& robot, const Identification& identified, const std::string& file,
                          const IdentificationOptions& options);

struct PayloadIdentification {
  PayloadEstimate payload;
  Fit fit;
  std::vector<std::string> warnings;
};
PayloadIdentification identify_payload(const Robot& robot, const std::string& file, bool inertia, const IdentificationOptions& options);

}  // namespace gough
