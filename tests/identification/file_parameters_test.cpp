#include "gough/identification/file_parameters.hpp"

#include "gough/math/linear_algebra.hpp"
#include "tests/dynamics/sprung_robot.hpp"
#include "tests/identification/experiment.hpp"

namespace gough::test {
namespace {

VecX<double> parameters_of(const Robot& robot) {
  const std::vector<virtual_work::Parameter> all = virtual_work::parameters(robot, {});
  VecX<double> p(static_cast<Eigen::Index>(all.size()));
  for (std::size_t k = 0; k < all.size(); ++k) p(static_cast<Eigen::Index>(k)) = all[k].value;
  return p;
}

class FileParametersOf : public Catalog {};

// 1e-12: products of a few frames, and tidy_frames makes exact what differs from 0 by 1e-14.
TEST_P(FileParametersOf, give_the_robots_parameters) {
  const FileParameters file(robot);
  const VecX<double> p = parameters_of(robot);
  EXPECT_LT((file.T * file.values() - p).cwiseAbs().maxCoeff(), 1e-12 * p.cwiseAbs().maxCoeff());
}

TEST_P(FileParametersOf, written_and_read_are_the_same_robot) {
  const FileParameters file(robot);
  std::mt19937_64 random(3);
  const VecX<double> theta = changed_parameters(file, 0.3, random);
  const Robot back = assemble(read_robot_text(write_robot_text(file.described(theta)), "written.toml"));
  const VecX<double> p = parameters_of(back), wanted = file.T * theta;
  // the frames of a body may turn with its mass centre where nothing else fixes them: compare what does not turn
  ASSERT_EQ(p.size(), wanted.size());
  int bodies = 0;
  for (const Leg& leg : robot.legs) bodies += leg.freedoms();
  bodies += 1 + static_cast<int>(robot.nacelle.joints.size());
  for (int b = 0; b < bodies; ++b) {
    const Vec10 one = p.segment<10>(10 * b), two = wanted.segment<10>(10 * b);
    const double scale = std::max(1e-6, two.cwiseAbs().maxCoeff());
    EXPECT_NEAR(one(0), two(0), 1e-12 * scale);
    EXPECT_NEAR(one.segment<3>(1).norm(), two.segment<3>(1).norm(), 1e-10 * scale);
    const VecX<double> a = symmetric_eigenvalues(pseudo_inertia(one));
    const VecX<double> c = symmetric_eigenvalues(pseudo_inertia(two));
    EXPECT_LT((a - c).cwiseAbs().maxCoeff(), 1e-10 * scale) << robot.name << " body " << b;
  }
  EXPECT_LT((p - wanted).tail(p.size() - 10 * bodies).cwiseAbs().maxCoeff(), 1e-10 * wanted.cwiseAbs().maxCoeff());
}

// Of springs stiffness, damping and pull are parameters of the file.
TEST(FileParameters, springs_are_written_and_read) {
  const Robot robot = sprung("delta");
  const FileParameters file(robot);
  VecX<double> theta = file.values();
  const VecX<double> p = parameters_of(robot);
  EXPECT_LT((file.T * theta - p).cwiseAbs().maxCoeff(), 1e-12 * p.cwiseAbs().maxCoeff());
  int found = 0;
  for (int k = 0; k < file.size(); ++k) {
    const std::string& name = file.parameters[k].name;
    for (const char* kind : {".stiffness", ".damping", ".pull"})
      if (name.ends_with(kind)) ++found, theta(k) += 1.0;
  }
  EXPECT_EQ(found, 10);  // one in the joint of all three legs, three of each spring between points
  const Robot back = assemble(file.described(theta));
  for (std::size_t s = 0; s < 3; ++s) {
    EXPECT_NEAR(back.springs[s].stiffness, robot.springs[s].stiffness + 1.0, 1e-12);
    EXPECT_NEAR(back.springs[s].damping, robot.springs[s].damping + 1.0, 1e-12);
    EXPECT_NEAR(back.springs[s].pull, robot.springs[s].pull + 1.0, 1e-12);
  }
  EXPECT_NEAR(back.legs[2].joints[0].spring->stiffness, robot.legs[2].joints[0].spring->stiffness + 1.0, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(All, FileParametersOf, ::testing::ValuesIn(catalog()), robot_name);

TEST(PseudoInertia, is_positive_definite_for_bodies_that_exist) {
  std::mt19937_64 random(1);
  for (int k = 0; k < 100; ++k) {
    // points with mass: P = Σ m [r; 1] [r; 1]ᵀ by definition
    Eigen::Matrix4d wanted = Eigen::Matrix4d::Zero();
    RigidBody body;
    for (int point = 0; point < 5; ++point) {
      const Vec3<double> r = random_vector(3, random);
      const double m = 1.0 + random_vector(1, random)(0);
      Eigen::Vector4d h;
      h << r, 1.0;
      wanted += m * h * h.transpose();
      body = joined(body, {m, r, Mat3<double>::Zero()});
    }
    const Vec10 p = inertial_parameters(body);
    EXPECT_LT((pseudo_inertia(p) - wanted).cwiseAbs().maxCoeff(), 1e-13);
    const RigidBody back = rigid_body(p);
    EXPECT_LT((back.inertia - body.inertia).cwiseAbs().maxCoeff() + (back.com - body.com).norm(), 1e-13);
  }
}

}  // namespace
}  // namespace gough::test
