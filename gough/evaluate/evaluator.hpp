#pragma once

#include <array>
#include <optional>
#include <span>

#include "gough/dynamics/energy.hpp"
#include "gough/evaluate/fast_program.hpp"
#include "gough/evaluate/forward_program.hpp"
#include "gough/evaluate/lazy.hpp"
#include "gough/program/models.hpp"
#include "gough/program/payload_ports.hpp"
#include "gough/program/pose_ports.hpp"

namespace gough {

// A robot with what it carries, and the numbers that anyone may ask of it: every model as a program that runs as machine code and tells the
// state's status with its answer. Models are made when they are first asked for. Any number of threads may ask, each with a Memory of its
// own; a call allocates nothing. Where there is no answer the numbers are NaN and the status says why, as the library's algorithms on plain
// numbers do, which are the reference that tests compare with.
class Evaluator {
 public:
  // Payload::input: a payload in addition to the load's is an input of dynamics, by formulation P. Memory::carry sets it; a change needs no
  // new program.
  enum class Payload { constant, input };
  explicit Evaluator(const Robot& robot, const Load& load = {}, Payload payload = Payload::constant);
  Evaluator(const Evaluator&) = delete;

  const Robot& robot() const { return robot_; }
  const Load& load() const { return load_; }
  const PosePorts& pose_ports() const { return ports_; }

  // A model by itself: the program, ready to run, and how its status is read.
  struct Ready {
    Ready(const Robot& robot, const ModelChoice& choice, const Load& load);
    // A program of the caller's own, whose inputs begin with PosePorts and whose outputs end with a status of depth `rank`.
    Ready(const Robot& robot, Program recorded);
    ModelChoice choice;
    Program program;
    FastProgram fast;
    StatusPorts status;
    std::size_t outputs;  // of the model; the status follows
    bool own = false;     // not one of the library's models
  };
  const Ready& ready(Model model, Formulation formulation = Formulation::platform_legs) const;

  // A caller's working memory. It also holds the joints of legs without a closed form, which are followed from call to call.
  class Memory {
   public:
    explicit Memory(const Evaluator& evaluator);

    // Payload of the calls that follow, in platform axes; none at first. Throws std::logic_error where the Evaluator takes no payload as
    // input.
    void carry(const RigidBody& payload);

    // What the next call follows those joints from.
    KinematicsData<double>& kinematics() { return kinematics_; }

   private:
    friend class Evaluator;
    void make_room(const Program& program);
    std::vector<double> in_, out_;
    KinematicsData<double> kinematics_;
    std::optional<ForwardProgram::Memory> forward_;  // from the first forward geometry on
    bool may_carry_;
    RigidBody payload_;
    PayloadNumbers payload_numbers_ = {};
  };

  // Any model that is ready: `first` and `second` are what its inputs are behind the pose's, `out` has room for its outputs.
  Outcome evaluate(const Ready& model, const Pose<double>& pose, std::span<const double> first, std::span<const double> second,
                   Memory& memory, double* out) const;

  // Positions of the actuated joints.
  Outcome positions(const Pose<double>& pose, Memory& memory, VecX<double>& qa) const;

  // The pose that has these positions of the actuated joints. `pose` in: a pose nearby; out: the result.
  Outcome forward_geometry(const VecX<double>& qa, Pose<double>& pose, Memory& memory) const;

  // Rates and accelerations of the actuated joints.
  Outcome rates(const Pose<double>& pose, const VecX<double>& Vr, const VecX<double>& dVr, Memory& memory, VecX<double>& dqa,
                VecX<double>& ddqa) const;

  // q̇_a = J_inv V_r.
  Outcome jacobian(const Pose<double>& pose, Memory& memory, MatX<double>& Jinv) const;

  // V_N = Ψ V_r.
  Outcome mobility(const Pose<double>& pose, Memory& memory, MatX<double>& Psi) const;

  // Efforts for an acceleration; acceleration under efforts (by P or N), which has an answer at a Type 2 singularity too.
  Outcome inverse_dynamics(const Pose<double>& pose, const VecX<double>& Vr, const VecX<double>& dVr, Memory& memory, VecX<double>& effort,
                           Formulation formulation = Formulation::platform_legs) const;
  Outcome direct_dynamics(const Pose<double>& pose, const VecX<double>& Vr, const VecX<double>& effort, Memory& memory, VecX<double>& dVr,
                          Formulation formulation = Formulation::platform_legs) const;

  // Efforts for an acceleration, limits of speeds and efforts left to the caller: the status is that of `position`.
  Outcome efforts(const Pose<double>& pose, const VecX<double>& Vr, const VecX<double>& dVr, Memory& memory, VecX<double>& effort) const;

  // M V̇_r + c = J_invᵀ τ.
  Outcome mass(const Pose<double>& pose, const VecX<double>& Vr, Memory& memory, MatX<double>& M, VecX<double>& c) const;

  // c alone.
  Outcome bias(const Pose<double>& pose, const VecX<double>& Vr, Memory& memory, VecX<double>& c) const;

  // Reactions under the efforts of inverse dynamics: a column of force and moment for each of `reaction_list`.
  Outcome reactions(const Pose<double>& pose, const VecX<double>& Vr, const VecX<double>& dVr, Memory& memory,
                    Eigen::Matrix<double, 6, Eigen::Dynamic>& wrenches) const;

  // Energy and the powers that change it.
  Outcome energy(const Pose<double>& pose, const VecX<double>& Vr, const VecX<double>& dVr, Memory& memory, Energy& energy) const;

  // Derivatives of idm by pose, V_r and V̇_r, or of ddm by pose, V_r and τ, as `state_jacobian` has them: a row for each effort or component
  // of V̇_r. The status is that of the model. Where the payload is an input its numbers are the last columns.
  Outcome derivatives(Model model, const Pose<double>& pose, const VecX<double>& Vr, const VecX<double>& dVr_or_effort, Memory& memory,
                      MatX<double>& derivatives, Formulation formulation = Formulation::platform_legs) const;

  // τ = Y χ, χ being virtual_work::parameters.
  Outcome regressor(const Pose<double>& pose, const VecX<double>& Vr, const VecX<double>& dVr, Memory& memory, MatX<double>& Y) const;

 private:
  const Robot robot_;
  const Load load_;
  const bool payload_input_;
  PosePorts ports_;
  bool followed_ = false;  // some leg has no closed form
  struct Derivative {
    explicit Derivative(Program recorded) : program(std::move(recorded)), fast(program) {}
    Program program;
    FastProgram fast;
  };
  std::array<Lazy<Ready>, std::size(kModels) * std::size(kFormulations)> models_;
  std::array<Lazy<Derivative>, 2 * std::size(kFormulations)> derivatives_;  // of idm, of ddm
  Lazy<Ready> efforts_;
  Lazy<ForwardProgram> forward_;

  ModelChoice choice_of(Model model, Formulation formulation) const;
  struct Attempt {
    Outcome outcome;
    bool answered = false, refused = false;  // else the library's algorithms decide
    const double* given = nullptr;           // the inputs behind the pose's, where they were copied
  };
  Outcome run(const Ready& model, const Pose<double>& pose, std::span<const double> first, std::span<const double> second, Memory& memory,
              double* out = nullptr) const;
  Attempt attempted(const Ready& model, const Pose<double>& pose, std::span<const double> first, std::span<const double> second,
                    Memory& memory, double* out) const;
  static Outcome refused(const Ready& model, const Outcome& outcome, Memory& memory);
  Outcome by_reference(const Ready& model, const Pose<double>& pose, std::span<const double> first, std::span<const double> second,
                       Memory& memory) const;
};

}  // namespace gough
