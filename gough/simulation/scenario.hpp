#pragma once

#include "gough/control/controller_spec.hpp"
#include "gough/simulation/drive.hpp"
#include "gough/simulation/sensors.hpp"
#include "gough/trajectory/trajectory_spec.hpp"

// A scenario file as plain data, and its keys: what moves, who controls it, how the real robot differs from the model.
namespace gough {

struct MassSpec {
  Place place;
  std::string body;
  double scale = 1.0;
};

struct PlantSpec {
  Place place;
  std::optional<Vec3<double>> gravity;
  double friction = 1.0;
  std::vector<MassSpec> mass;
  std::optional<PayloadSpec> payload;
};

struct InitialSpec {
  Place place;
  std::optional<PoseSpec> pose;
  std::vector<double> twist;
  double speed = 0.0;
};

struct PayloadEventSpec {
  Place place;
  double time = 0.0;
  std::optional<PayloadSpec> payload;
};

struct WrenchSpec {
  Place place;
  std::string body;
  std::optional<Vec3<double>> at;
  std::vector<double> time;
  std::vector<Vec3<double>> force, moment;
};

struct IntegratorSpec {
  Place place;
  std::string method = "rk4";
  std::optional<double> step;
  double relative = 1e-9, absolute = 1e-12;
};

struct StopSpec {
  Place place;
  double singularity = 1e-3;
  std::string limits = "position";
};

struct ScenarioSpec {
  Place place;
  std::string description;
  std::optional<double> duration;
  double log_rate = 100.0, seed = 1.0;
  std::string efforts = "none";
  std::optional<TrajectorySpec> trajectory;
  std::string trajectory_file;
  std::optional<ControllerSpec> controller;
  InitialSpec initial;
  PlantSpec plant;
  std::optional<SensorSpec> sensors;
  DriveSpec actuators;
  std::vector<PayloadEventSpec> event;
  std::vector<WrenchSpec> wrench;
  IntegratorSpec integrator;
  StopSpec stop;
};

ScenarioSpec read_scenario_text(const std::string& text, const std::string& file);
ScenarioSpec read_scenario_file(const std::filesystem::path& path);

// docs/scenario-file.md
std::string scenario_file_reference();

namespace schema {

template <class V>
void keys(V& v, MassSpec& m) {
  v.table("plant.mass", "A body that is heavier or lighter than the model says.");
  v(Key{"body", "", "the platform, a nacelle body, or leg.joint as `gough info` names them; `*` stands for any part of a name", kRequired},
    m.body);
  v(Key{"scale", "1", "its mass and inertia over the model's", kRequired, Check::positive}, m.scale);
}

template <class V>
void keys(V& v, PlantSpec& p) {
  v.table("plant", "How the robot that is simulated differs from the model in the robot file, which is what the controller knows.");
  v(Key{"mass", "", "bodies of other mass"}, p.mass);
  v(Key{"payload", "", "what it carries from the beginning"}, p.payload);
  v(Key{"friction", "1", "all friction over the model's; 0 removes it", false, Check::not_negative}, p.friction);
  v(Key{"gravity", "m/s²", "instead of the robot file's"}, p.gravity);
}

template <class V>
void keys(V& v, InitialSpec& i) {
  v.table("initial", "Where the robot is when time begins; on the trajectory, or else at rest at home, if absent.");
  v(Key{"pose", "", "of the platform; components not given are those of the trajectory's beginning, or of home"}, i.pose);
  v(Key{"twist", "m/s, rad/s", "V_r: one number for each free component"}, i.twist);
  v(Key{"speed", "m/s, rad/s", "instead: each component drawn between −speed and speed", false, Check::not_negative}, i.speed);
}

template <class V>
void keys(V& v, SensorSpec& s) {
  v.table("sensors", "What the controller sees; the exact state if absent.");
  v(Key{"resolution", "rad or m", "of the encoders: a list of one number, or one for each actuator; 0 if absent", false,
        Check::not_negative},
    s.resolution);
  v(Key{"noise", "rad or m", "standard deviation of white noise on the encoders, likewise", false, Check::not_negative}, s.noise);
  v(Key{"effort_noise", "N m or N", "standard deviation of white noise on the efforts that are recorded, likewise", false,
        Check::not_negative},
    s.effort_noise);
  v(Key{"rates",
        "",
        "joint rates are `measured`, or the `difference` of two readings of the encoders over the controller's period",
        false,
        Check::none,
        {},
        {"measured", "difference"}},
    s.rates);
  v(Key{"rate_noise", "rad/s or m/s", "standard deviation of noise on measured rates", false, Check::not_negative}, s.rate_noise);
  v(Key{"delay", "s", "age of what the controller sees, rounded to whole steps", false, Check::not_negative}, s.delay);
  v(Key{"platform",
        "",
        "pose and twist follow from the `encoders` by forward geometry of the model, from the last estimate; from these and the `sensors` "
        "of "
        "other joints by least squares, each weighed by its standard deviation (docs/sensors.md); or are `measured`",
        false,
        Check::none,
        {},
        {"encoders", "sensors", "measured"}},
    s.platform);
  v(Key{"position_noise", "m", "standard deviation, measured platform", false, Check::not_negative}, s.position_noise);
  v(Key{"rotation_noise", "rad", "the same of its rotation", false, Check::not_negative}, s.rotation_noise);
  v(Key{"twist_noise", "m/s, rad/s", "the same of V_r", false, Check::not_negative}, s.twist_noise);
}

template <class V>
void keys(V& v, DriveSpec& d) {
  v.table("actuators", "What becomes of the efforts that the controller asks for.");
  v(Key{"saturate", "", "whether they are held within the effort limits of the robot file"}, d.saturate);
  v(Key{"lag", "s", "time constant with which efforts follow", false, Check::not_negative}, d.lag);
  v(Key{"cogging_amplitude", "N m or N", "of a ripple over the position: a list of one number, or one for each actuator", false,
        Check::not_negative},
    d.cogging_amplitude);
  v(Key{"cogging_period", "rad or m", "its period, likewise", false, Check::positive}, d.cogging_period);
}

template <class V>
void keys(V& v, PayloadEventSpec& p) {
  v.table("event",
          "The platform picks up or drops something. The platform's velocity stays: what is picked up already moves with it, what is "
          "dropped goes on by itself.");
  v(Key{"time", "s", "when, at the first step from then on", kRequired, Check::not_negative}, p.time);
  v(Key{"payload", "", "what it carries from then on; nothing if absent"}, p.payload);
}

template <class V>
void keys(V& v, WrenchSpec& w) {
  v.table("wrench", "A force and a moment from outside, straight from one time to the next and zero before the first and after the last.");
  v(Key{"body", "", "on which it acts; the platform if absent"}, w.body);
  v(Key{"at", "m",
        "the point in the axes that the robot file gives the body; the tool point of the platform, the origin of others if absent"},
    w.at);
  v(Key{"time", "s", "rising", kRequired, Check::not_negative}, w.time);
  v(Key{"force", "N", "at each time, base axes"}, w.force);
  v(Key{"moment", "N m", "at each time, base axes"}, w.moment);
}

template <class V>
void keys(V& v, IntegratorSpec& i) {
  v.table("integrator", "How time passes.");
  v(Key{"method",
        "",
        "`rk4` takes each step at once; `dormand_prince` (Boost.Odeint) and `stiff` (CVODE of SUNDIALS, where built in) divide it as their "
        "tolerances need",
        false,
        Check::none,
        {},
        {"rk4", "dormand_prince", "stiff"}},
    i.method);
  v(Key{"step", "s", "after which inputs, friction and events are looked at; the controller's period, or 0.001, if absent", false,
        Check::positive},
    i.step);
  v(Key{"relative", "1", "tolerance of the adaptive methods", false, Check::positive, {}, {}, KeyRange{1e-15, 0.1}}, i.relative);
  v(Key{"absolute", "m, rad, m/s, rad/s", "the same", false, Check::positive}, i.absolute);
}

template <class V>
void keys(V& v, StopSpec& s) {
  v.table("stop", "What ends a simulation before its time, with a status.");
  v(Key{"singularity",
        "1",
        "distance to a loss of rank (as `measure`, 0 is singular) that counts as one",
        false,
        Check::not_negative,
        {},
        {},
        KeyRange{0.0, 1.0}},
    s.singularity);
  v(Key{"limits",
        "",
        "`position`: an actuator leaves its stroke; `all`: or its speed limit; `none`",
        false,
        Check::none,
        {},
        {"position", "all", "none"}},
    s.limits);
}

template <class V>
void keys(V& v, ScenarioSpec& s) {
  v.table("", "The top of the file.");
  v(Key{"description", "", "one line for people"}, s.description);
  v(Key{"duration", "s", "how long; that of the trajectory if absent", false, Check::positive}, s.duration);
  v(Key{"log_rate", "Hz", "rows of states.csv per second", false, Check::positive}, s.log_rate);
  v(Key{"seed", "", "of all that is random, a whole number", false, Check::not_negative, {}, {}, KeyRange{0.0, 9e15}}, s.seed);
  v(Key{"efforts",
        "",
        "without a controller: `none`, or those that `hold` the initial pose at rest, kept constant",
        false,
        Check::none,
        {},
        {"none", "hold"}},
    s.efforts);
  v(Key{"trajectory", "", "what the platform should do"}, s.trajectory);
  v(Key{"trajectory_file", "", "the same in a file of its own, relative to this one's folder"}, s.trajectory_file);
  v(Key{"controller", "", "who makes it do so"}, s.controller);
  v(Key{"initial", "", "where it starts"}, s.initial);
  v(Key{"plant", "", "how the robot differs from its model"}, s.plant);
  v(Key{"sensors", "", "what the controller sees"}, s.sensors);
  v(Key{"actuators", "", "what becomes of its efforts"}, s.actuators);
  v(Key{"event", "", "payloads picked up and dropped on the way"}, s.event);
  v(Key{"wrench", "", "forces from outside"}, s.wrench);
  v(Key{"integrator", "", "how time passes"}, s.integrator);
  v(Key{"stop", "", "when to stop early"}, s.stop);
}

}  // namespace schema
}  // namespace gough
