#pragma once

#include <math.h>
#ifdef __FMA__
#include <immintrin.h>
#endif

#include "gough/evaluate/batch_plan.hpp"
#include "gough/math/coulomb_sign.hpp"

// The steps of a batch on SIMD vectors of so many bytes, and those of one state on plain numbers: the same operations, fused alike.
// Included once by the file of each instruction set.
namespace gough {
namespace {

using Step = BatchStep;
using Block = BatchBlock;
using Handler = const Step* (*)(const Step*, const Block&);

// Of one number it is the number itself. (As an argument of a template the type would lose its attribute.)
struct Vectors {
  template <int Bytes, bool Single = Bytes == sizeof(double)>
  struct Of {
    using Type [[gnu::vector_size(Bytes)]] = double;
  };
  template <int Bytes>
  struct Of<Bytes, true> {
    using Type = double;
  };
};

// A slot holds one number of each of `States`.
template <int Bytes, int States>
struct Kernel {
  using Vector = typename Vectors::Of<Bytes>::Type;
  static constexpr int kLanes = Bytes / static_cast<int>(sizeof(double));
  static constexpr int kVectors = States / kLanes;

  static double* slot(const Block& b, std::int32_t index) { return b.slots + static_cast<std::ptrdiff_t>(index) * States; }
  static Vector get(const double* p, int v) {
    Vector x;
    __builtin_memcpy(&x, p + v * kLanes, sizeof x);
    return x;
  }
  static void put(double* p, int v, const Vector& x) { __builtin_memcpy(p + v * kLanes, &x, sizeof x); }

  static Vector all(double x) { return x - Vector{}; }

  // a b + c, rounded once where the instruction set can. Said outright: a compiler would choose which of two products to fuse.
  static Vector fused(const Vector& a, const Vector& b, const Vector& c) {
#ifdef __FMA__
    if constexpr (Bytes == 64) return _mm512_fmadd_pd(a, b, c);
    else if constexpr (Bytes == 32) return _mm256_fmadd_pd(a, b, c);
    else if constexpr (Bytes == 8) return __builtin_fma(a, b, c);
#endif
    return a * b + c;
  }

  // (constant + Σ c_i x_i + Σ c_j a_j b_j) factor
  template <int L, int P, bool K, bool F>
  static void form(const Step& s, const Block& b) {
    const double *x[L + 1], *y[P + 1], *z[P + 1];
    double c[L + 1];
    for (int i = 0; i < L; ++i) x[i] = slot(b, s.operand[i]);
    for (int j = 0; j < P; ++j) y[j] = slot(b, s.operand[L + 2 * j]);
    for (int j = 0; j < P; ++j) z[j] = slot(b, s.operand[L + 2 * j + 1]);
    for (int i = 0; i < L; ++i) c[i] = b.constants[s.constant[i]];
    double g[P + 1];
    for (int j = 0; j < P; ++j) g[j] = b.constants[s.constant[L + j]];
    const double k = K ? b.constants[s.constant[kBatchTerms]] : 0.0;
    const double* f = slot(b, s.operand[F ? L + 2 * P : 0]);
    double* out = slot(b, s.out);
    for (int v = 0; v < kVectors; ++v) {
      Vector sum = all(k);
      if constexpr (L > 0) sum = K ? fused(all(c[0]), get(x[0], v), sum) : c[0] * get(x[0], v);
      for (int i = 1; i < L; ++i) sum = fused(all(c[i]), get(x[i], v), sum);
      int first = 0;
      if constexpr (L == 0 && P > 0 && !K) {
        sum = (g[0] * get(y[0], v)) * get(z[0], v);
        first = 1;
      }
      for (int j = first; j < P; ++j) sum = fused(g[j] * get(y[j], v), get(z[j], v), sum);
      put(out, v, F ? sum * get(f, v) : sum);
    }
  }

  static void product(const Step& s, const Block& b) {
    const double *x = slot(b, s.operand[0]), *y = slot(b, s.operand[1]);
    double* out = slot(b, s.out);
    for (int v = 0; v < kVectors; ++v) put(out, v, get(x, v) * get(y, v));
  }
  static void product3(const Step& s, const Block& b) {
    const double *x = slot(b, s.operand[0]), *y = slot(b, s.operand[1]), *z = slot(b, s.operand[2]);
    double* out = slot(b, s.out);
    for (int v = 0; v < kVectors; ++v) put(out, v, get(x, v) * get(y, v) * get(z, v));
  }
  static void divide(const Step& s, const Block& b) {
    const double *x = slot(b, s.operand[0]), *y = slot(b, s.operand[1]);
    double* out = slot(b, s.out);
    for (int v = 0; v < kVectors; ++v) put(out, v, get(x, v) / get(y, v));
  }
  static void reciprocal(const Step& s, const Block& b) {
    const double* x = slot(b, s.operand[0]);
    double* out = slot(b, s.out);
    for (int v = 0; v < kVectors; ++v) put(out, v, 1.0 / get(x, v));
  }

  // One number at a time; the compiler makes vectors of it where it can.
  template <class F>
  static void each(const Step& s, const Block& b, const F& f) {
    const double *x = slot(b, s.operand[0]), *y = slot(b, s.operand[1]);
    double result[States];
    for (int i = 0; i < States; ++i) result[i] = f(x[i], y[i]);
    __builtin_memcpy(slot(b, s.out), result, sizeof result);
  }
  static void square_root(const Step& s, const Block& b) {
    each(s, b, [](double x, double) { return __builtin_sqrt(x); });
  }
  static void sine(const Step& s, const Block& b) {
    each(s, b, [](double x, double) { return ::sin(x); });
  }
  static void cosine(const Step& s, const Block& b) {
    each(s, b, [](double x, double) { return ::cos(x); });
  }
  static void arc_tangent(const Step& s, const Block& b) {
    each(s, b, [](double x, double) { return ::atan(x); });
  }
  static void copy_sign(const Step& s, const Block& b) {
    each(s, b, [](double x, double y) { return __builtin_copysign(x, y); });
  }
  static void coulomb_sign(const Step& s, const Block& b) {
    each(s, b, [](double x, double) { return (x > kRestRate ? 1.0 : 0.0) - (x < -kRestRate ? 1.0 : 0.0); });
  }
  static void minimum(const Step& s, const Block& b) {
    each(s, b, [](double x, double y) { return x <= y ? x : y; });
  }

  // Lanes beyond the last state repeat it, so that they compute nothing strange.
  static void load(const Step& s, const Block& b) {
    const double* in = b.in + static_cast<std::size_t>(s.operand[0]) * b.stride;
    double* out = slot(b, s.out);
    if (b.states == States) __builtin_memcpy(out, in, States * sizeof(double));
    else
      for (std::size_t i = 0; i < States; ++i) out[i] = in[i < b.states ? i : b.states - 1];
  }
  static void store(const Step& s, const Block& b) {
    double* out = b.out + static_cast<std::size_t>(s.out) * b.stride;
    const double* x = slot(b, s.operand[0]);
    if (b.states == States) __builtin_memcpy(out, x, States * sizeof(double));
    else
      for (std::size_t i = 0; i < b.states; ++i) out[i] = x[i];
  }

  // Does this step and those of its kind behind it; returns the first of another kind.
  template <void (*Do)(const Step&, const Block&)>
  static const Step* all_of_a_kind(const Step* s, const Block& b) {
    const BatchKind kind = s->kind;
    do Do(*s, b);
    while ((++s)->kind == kind);
    return s;
  }

  struct Table {
    Handler handler[static_cast<int>(BatchKind::count)] = {};

    template <void (*Do)(const Step&, const Block&)>
    constexpr void set(BatchKind kind) {
      handler[static_cast<int>(kind)] = all_of_a_kind<Do>;
    }
    template <int L, int P>
    constexpr void set_forms() {
      if constexpr (L + P <= kBatchTerms) {
        set<form<L, P, false, false>>(batch_form(L, P, false, false));
        set<form<L, P, true, false>>(batch_form(L, P, true, false));
        set<form<L, P, false, true>>(batch_form(L, P, false, true));
        set<form<L, P, true, true>>(batch_form(L, P, true, true));
        set_forms<L, P + 1>();
      } else if constexpr (L < kBatchTerms) {
        set_forms<L + 1, 0>();
      }
    }
    constexpr Table() {
      set_forms<0, 0>();
      set<product>(BatchKind::product);
      set<product3>(BatchKind::product3);
      set<divide>(BatchKind::divide);
      set<reciprocal>(BatchKind::reciprocal);
      set<square_root>(BatchKind::square_root);
      set<sine>(BatchKind::sine);
      set<cosine>(BatchKind::cosine);
      set<arc_tangent>(BatchKind::arc_tangent);
      set<copy_sign>(BatchKind::copy_sign);
      set<coulomb_sign>(BatchKind::coulomb_sign);
      set<minimum>(BatchKind::minimum);
      set<load>(BatchKind::load);
      set<store>(BatchKind::store);
    }
  };

  static void run(const Block& b) {
    static constexpr Table table;
    for (const Step* s = b.steps; s->kind != BatchKind::end;) s = table.handler[static_cast<int>(s->kind)](s, b);
  }
};

}  // namespace
}  // namespace gough
