// SPDX-License-Identifier: Apache-2.0
// The fitted model: more shown means more likely, and coefficients that are wrong are refused.
#include "pipeline/assess/judge/judgement.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>

namespace assay::assess {
namespace {

Features covered(double share) {
  Features out{};
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::string_view name = kFeatureNames[i];
    out[i] = name == "words" ? 8 : name == "weight" ? 4 : name == "name_share" ? 0.3 : share;
  }
  return out;
}

TEST(Judgement, MoreShownIsMoreLikely) {
  const Judgement& judgement = Judgement::shipped();
  double before = 0;
  for (const double share : {0.0, 0.2, 0.4, 0.6, 0.8, 1.0}) {
    const Opinion opinion = judgement.of({covered(share), Form::States});
    EXPECT_GE(opinion.shown, before) << share;
    EXPECT_GE(opinion.supported, 0);
    EXPECT_LE(opinion.supported, 1);
    before = opinion.shown;
  }
  EXPECT_GT(before, 0.75);
  EXPECT_LT(judgement.of({covered(0), Form::States}).shown, 0.4);
}

TEST(Judgement, APracticeIsLikelierTheNearerItsPassagesCome) {
  const Judgement& judgement = Judgement::shipped();
  const auto shown = [&judgement](double share) {
    return judgement.of({covered(share), Form::Practises, {}, {share, share, share}}).shown;
  };
  EXPECT_LT(shown(0), 0.2);
  EXPECT_LT(shown(0.2), shown(0.6));
  EXPECT_GT(shown(1), 0.9);
  const Measured near{covered(0.5), Form::Practises, {}, {0.5, 0.5, 0.5}};
  Measured in_focus = near;
  in_focus.closeness.focus = 0.9;
  EXPECT_GT(judgement.of(in_focus).shown, judgement.of(near).shown);
}

TEST(Judgement, ATopicCountsForNothing) {
  const Judgement& judgement = Judgement::shipped();
  EXPECT_EQ(judgement.of({covered(0.5), Form::Asks, covered(0.9)}).supported,
            judgement.of({covered(0.5), Form::Asks, covered(0)}).supported);
  EXPECT_EQ(judgement.of({covered(0.5), Form::States, covered(0.9)}).shown,
            judgement.of({covered(0.5), Form::States}).shown);
}

std::string coefficients(const std::string& weight, const std::string& knots) {
  const std::string head = R"({"bias":0,"weights":{")" + weight + R"(":2}})";
  return R"({"anyShare":1,"full":)" + head + R"(,"any":)" + head + R"(,"practice":)" + head +
         R"(,"usualTopic":{},"knots":{"states":)" + knots + R"(,"asks":)" + knots + "}}";
}

TEST(Judgement, LinesBetweenKnots) {
  const Judgement judgement(coefficients("states.x_g1", "[[0,0.1],[2,0.5],[3,0.9]]"));
  Measured measured;
  EXPECT_DOUBLE_EQ(judgement.of(measured).shown, 0.1);
  measured.own[0] = 0.25;  // score 1
  EXPECT_DOUBLE_EQ(judgement.of(measured).shown, 0.3);
  measured.own[0] = 5;
  EXPECT_DOUBLE_EQ(judgement.of(measured).shown, 0.9);
}

TEST(Judgement, AProductOfTwoValuesHasACoefficientOfItsOwn) {
  const Judgement judgement(coefficients("states.x_g1*states.x_g3", "[[0,0],[8,0.8]]"));
  Measured measured;
  measured.own[0] = 2;
  EXPECT_DOUBLE_EQ(judgement.of(measured).shown, 0);
  measured.own[1] = 0.5;  // score 4
  EXPECT_DOUBLE_EQ(judgement.of(measured).shown, 0.4);
}

TEST(Judgement, RefusesWrongCoefficients) {
  const std::string knots = "[[0,0.1],[1,0.9]]";
  EXPECT_NO_THROW(Judgement{coefficients("states.x_g1", knots)});
  for (const std::string& wrong :
       {std::string("{"), std::string("{}"), coefficients("states.luck", knots),
        coefficients("states.x_g1*luck", knots), coefficients("states.x_g1*", knots),
        coefficients("states.x_g1", "[]"), coefficients("states.x_g1", "[[1,0.1],[0,0.2]]"),
        coefficients("states.x_g1", "[[0,0.5],[1,0.4]]"),
        coefficients("states.x_g1", "[[0,0.5],[1,1.4]]")}) {
    EXPECT_THROW(Judgement{wrong}, std::runtime_error) << wrong;
  }
}

TEST(Judgement, AmongManyPassagesOneComesNearByChance) {
  const auto shown = [](double passages) {
    const Closeness near{0.5, 0.5, 0.5, std::log(passages)};
    return Judgement::shipped().of({covered(0.5), Form::Practises, {}, near}).shown;
  };
  EXPECT_GT(shown(6), shown(50));
  EXPECT_GT(shown(50), shown(150));
}

}  // namespace
}  // namespace assay::assess
