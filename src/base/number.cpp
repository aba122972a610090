// SPDX-License-Identifier: Apache-2.0
#include "base/number.h"

#include <gmpxx.h>

#include <bit>
#include <limits>
#include <numeric>
#include <utility>

#include "base/digit.h"
#include "base/fraction.h"

namespace cogs::base {

// 128 bits hold any product of two numerators. `__extension__`: both compilers have the type,
// ISO C++ has not.
__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 UnsignedWide;

struct Number::Big {
  mpq_class value;
};

// Moves between the two forms; the only code that sees Number's inside from without.
struct NumberAccess {
  static std::size_t bits(const Number& n) {
    if (n.big_) {
      return mpz_sizeinbase(n.big_->value.get_num_mpz_t(), 2) +
             mpz_sizeinbase(n.big_->value.get_den_mpz_t(), 2);
    }
    const auto magnitude = [](std::int64_t value) {
      return value < 0 ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
    };
    return static_cast<std::size_t>(std::bit_width(magnitude(n.numerator_)) +
                                    std::bit_width(magnitude(n.denominator_)));
  }
  static mpq_class to_big(const Number& n) {
    if (n.big_) return n.big_->value;
    mpq_class q;
    mpz_set_si(q.get_num_mpz_t(), n.numerator_);
    mpz_set_si(q.get_den_mpz_t(), n.denominator_);
    return q;
  }

  // `q` must be canonical.
  static Number from_big(mpq_class q) {
    Number n;
    if (q.get_num().fits_slong_p() && q.get_den().fits_slong_p()) {
      n.numerator_ = q.get_num().get_si();
      n.denominator_ = q.get_den().get_si();
    } else {
      n.big_ = std::make_shared<const Number::Big>(Number::Big{std::move(q)});
    }
    return n;
  }

  static Number from_wide(Wide numerator, Wide denominator) {
    if (denominator < 0) {
      numerator = -numerator;
      denominator = -denominator;
    }
    using Limits = std::numeric_limits<std::int64_t>;
    const Wide size = numerator < 0 ? -numerator : numerator;
    if (size <= Limits::max() && denominator <= Limits::max()) {
      // Most numbers are small, and dividing wide ones is slow.
      const std::int64_t top = static_cast<std::int64_t>(numerator);
      const std::int64_t below = static_cast<std::int64_t>(denominator);
      const std::int64_t divisor = below == 1 ? 1 : std::gcd(top, below);
      Number n;
      n.numerator_ = top / divisor;
      n.denominator_ = below / divisor;
      return n;
    }
    Wide a = size;
    Wide b = denominator;
    while (b != 0) {
      a %= b;
      std::swap(a, b);
    }
    if (a > 1) {
      numerator /= a;
      denominator /= a;
    }
    if (numerator <= Limits::max() && numerator >= Limits::min() && denominator <= Limits::max()) {
      Number n;
      n.numerator_ = static_cast<std::int64_t>(numerator);
      n.denominator_ = static_cast<std::int64_t>(denominator);
      return n;
    }
    mpq_class q(wide(numerator), wide(denominator));
    return from_big(std::move(q));
  }

  static mpz_class wide(Wide value) {
    const bool negative = value < 0;
    const UnsignedWide size =
        negative ? -static_cast<UnsignedWide>(value) : static_cast<UnsignedWide>(value);
    mpz_class high(static_cast<unsigned long>(size >> 64));
    mpz_class result = (high << 64) + mpz_class(static_cast<unsigned long>(size));
    return negative ? mpz_class(-result) : result;
  }

  static bool small(const Number& a, const Number& b) { return !a.big_ && !b.big_; }
};

namespace {

constexpr long most_digits = 5000;

std::optional<mpz_class> digits_to_integer(const std::string& digits) {
  if (digits.empty() || digits.size() > most_digits) return std::nullopt;
  mpz_class z;
  if (z.set_str(digits, 10) != 0) return std::nullopt;
  return z;
}

mpz_class ten_to(unsigned long exponent) {
  mpz_class z;
  mpz_ui_pow_ui(z.get_mpz_t(), 10, exponent);
  return z;
}

// The number of decimals of a canonical fraction, or -1 if its decimal form is endless.
template <class Integer>
int finite_decimals(Integer denominator) {
  int twos = 0, fives = 0;
  while (denominator % 2 == 0) {
    denominator /= 2;
    ++twos;
  }
  while (denominator % 5 == 0) {
    denominator /= 5;
    ++fives;
  }
  if (denominator != 1) return -1;
  return std::max(twos, fives);
}

// Without the sign: the digits of a number times ten to the power of `places`, and the point.
std::string with_point(std::string digits, int places) {
  const auto width = static_cast<std::size_t>(places);
  if (digits.size() <= width) digits.insert(0, width + 1 - digits.size(), '0');
  if (width > 0) digits.insert(digits.size() - width, ".");
  return digits;
}

}  // namespace

std::optional<Number> Number::parse(std::string_view text) {
  bool negative = false;
  std::size_t at = 0;
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) negative = text[at++] == '-';

  // The common case, without GMP: a plain integer or decimal of few digits.
  if (text.size() - at <= 18) {
    std::int64_t value = 0, scale = 1;
    bool seen_point = false, digits = false, plain = true, after = false;
    for (std::size_t i = at; i < text.size() && plain; ++i) {
      if (is_digit(text[i])) {
        value = value * 10 + (text[i] - '0');
        if (seen_point) scale *= 10, after = true;
        digits = true;
      } else if (text[i] == '.' && !seen_point && digits) {
        seen_point = true;
      } else {
        plain = false;
      }
    }
    if (plain && digits && (!seen_point || after)) {
      return NumberAccess::from_wide(negative ? -value : value, scale);
    }
  }

  std::string digits;
  std::size_t whole = 0;
  while (at < text.size() && is_digit(text[at])) digits.push_back(text[at++]), ++whole;
  if (whole == 0) return std::nullopt;

  if (at < text.size() && (text[at] == 'r' || text[at] == '/')) {
    const std::string below(text.substr(at + 1));
    for (char c : below) {
      if (!is_digit(c)) return std::nullopt;
    }
    auto num = digits_to_integer(digits), den = digits_to_integer(below);
    if (!num || !den || *den == 0) return std::nullopt;
    mpq_class q(negative ? mpz_class(-*num) : *num, *den);
    q.canonicalize();
    return NumberAccess::from_big(std::move(q));
  }

  long decimals = 0;
  if (at < text.size() && text[at] == '.') {
    ++at;
    const std::size_t first = at;
    while (at < text.size() && is_digit(text[at])) digits.push_back(text[at++]);
    decimals = static_cast<long>(at - first);
    if (decimals == 0) return std::nullopt;
  }
  long exponent = 0;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    bool down = false;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) down = text[at++] == '-';
    const std::size_t first = at;
    while (at < text.size() && is_digit(text[at])) {
      exponent = std::min(exponent * 10 + (text[at++] - '0'), 1000000L);
    }
    if (at == first) return std::nullopt;
    if (down) exponent = -exponent;
  }
  if (at != text.size() || exponent > most_digits || exponent < -most_digits) return std::nullopt;
  auto z = digits_to_integer(digits);
  if (!z) return std::nullopt;
  const long shift = exponent - decimals;
  mpq_class q(negative ? mpz_class(-*z) : *z);
  if (shift > 0) q *= mpq_class(ten_to(static_cast<unsigned long>(shift)));
  if (shift < 0) q /= mpq_class(ten_to(static_cast<unsigned long>(-shift)));
  q.canonicalize();
  return NumberAccess::from_big(std::move(q));
}

Number Number::power_of_ten(int exponent) {
  mpq_class q(ten_to(static_cast<unsigned long>(exponent < 0 ? -exponent : exponent)));
  if (exponent < 0) q = 1 / q;
  return NumberAccess::from_big(std::move(q));
}

bool Number::is_integer() const { return big_ ? big_->value.get_den() == 1 : denominator_ == 1; }

int Number::sign() const {
  if (big_) return sgn(big_->value);
  return numerator_ > 0 ? 1 : numerator_ < 0 ? -1 : 0;
}

Number Number::floor() const {
  if (is_integer()) return *this;
  if (!big_) {
    const std::int64_t quotient = numerator_ / denominator_;
    return quotient - (numerator_ < 0 ? 1 : 0);
  }
  mpz_class z;
  mpz_fdiv_q(z.get_mpz_t(), big_->value.get_num_mpz_t(), big_->value.get_den_mpz_t());
  return NumberAccess::from_big(mpq_class(z));
}

Number Number::ceil() const { return is_integer() ? *this : floor() + 1; }

std::string Number::text() const {
  if (!big_ && denominator_ == 1) return std::to_string(numerator_);
  const int places = decimal_places();
  if (places < 0) return NumberAccess::to_big(*this).get_str();
  const std::string sign_text = sign() < 0 ? "-" : "";
  if (constexpr int most_places = 18; !big_ && places <= most_places) {  // without GMP
    std::int64_t scale = 1, scaled = 0;
    for (int i = 0; i < places; ++i) scale *= 10;
    if (!__builtin_mul_overflow(numerator_, scale / denominator_, &scaled)) {
      const auto bits = static_cast<std::uint64_t>(scaled);
      return sign_text + with_point(std::to_string(scaled < 0 ? -bits : bits), places);
    }
  }
  const mpq_class q = NumberAccess::to_big(*this);
  const mpz_class scaled = q.get_num() * (ten_to(static_cast<unsigned long>(places)) / q.get_den());
  return sign_text + with_point(mpz_class(abs(scaled)).get_str(), places);
}

int Number::decimal_places() const {
  return big_ ? finite_decimals<mpz_class>(big_->value.get_den()) : finite_decimals(denominator_);
}

int Number::decimals() const { return std::max(0, decimal_places()); }

double Number::approximate() const {
  if (big_) return big_->value.get_d();
  return static_cast<double>(numerator_) / static_cast<double>(denominator_);
}

std::optional<std::int64_t> Number::to_int64() const {
  if (big_ || denominator_ != 1) return std::nullopt;
  return numerator_;
}

std::size_t size_in_bits(const Number& number) { return NumberAccess::bits(number); }

std::size_t Number::hash() const {
  if (big_) return std::hash<std::string>{}(big_->value.get_str());
  return static_cast<std::size_t>(numerator_) * 0x9E3779B97F4A7C15ULL ^
         static_cast<std::size_t>(denominator_);
}

Number Number::operator-() const {
  if (big_) return NumberAccess::from_big(-big_->value);
  if (numerator_ == std::numeric_limits<std::int64_t>::min()) {
    return NumberAccess::from_wide(-static_cast<Wide>(numerator_), denominator_);
  }
  Number n = *this;
  n.numerator_ = -n.numerator_;
  return n;
}

Number operator+(const Number& a, const Number& b) {
  if (NumberAccess::small(a, b)) {
    if (a.denominator_ == 1 && b.denominator_ == 1) {
      Number sum;
      if (!__builtin_add_overflow(a.numerator_, b.numerator_, &sum.numerator_)) return sum;
    }
    const Wide left = static_cast<Wide>(a.numerator_) * b.denominator_;
    const Wide right = static_cast<Wide>(b.numerator_) * a.denominator_;
    Wide sum = 0;
    if (!__builtin_add_overflow(left, right, &sum)) {
      return NumberAccess::from_wide(sum, static_cast<Wide>(a.denominator_) * b.denominator_);
    }
  }
  return NumberAccess::from_big(NumberAccess::to_big(a) + NumberAccess::to_big(b));
}

Number operator-(const Number& a, const Number& b) { return a + -b; }

Number operator*(const Number& a, const Number& b) {
  if (NumberAccess::small(a, b)) {
    if (a.denominator_ == 1 && b.denominator_ == 1) {
      Number product;
      if (!__builtin_mul_overflow(a.numerator_, b.numerator_, &product.numerator_)) return product;
    }
    return NumberAccess::from_wide(static_cast<Wide>(a.numerator_) * b.numerator_,
                                   static_cast<Wide>(a.denominator_) * b.denominator_);
  }
  return NumberAccess::from_big(NumberAccess::to_big(a) * NumberAccess::to_big(b));
}

Number operator/(const Number& a, const Number& b) {
  if (NumberAccess::small(a, b)) {
    return NumberAccess::from_wide(static_cast<Wide>(a.numerator_) * b.denominator_,
                                   static_cast<Wide>(a.denominator_) * b.numerator_);
  }
  return NumberAccess::from_big(NumberAccess::to_big(a) / NumberAccess::to_big(b));
}

std::strong_ordering operator<=>(const Number& a, const Number& b) {
  if (NumberAccess::small(a, b)) {
    if (a.denominator_ == b.denominator_) return a.numerator_ <=> b.numerator_;
    return static_cast<Wide>(a.numerator_) * b.denominator_ <=>
           static_cast<Wide>(b.numerator_) * a.denominator_;
  }
  return cmp(NumberAccess::to_big(a), NumberAccess::to_big(b)) <=> 0;
}

// ---- fraction.h --------------------------------------------------------------------------------

Number denominator_of(const Number& number) {
  return NumberAccess::from_big(mpq_class(NumberAccess::to_big(number).get_den()));
}

Number least_common_multiple(const Number& a, const Number& b) {
  mpz_class result;
  mpz_lcm(result.get_mpz_t(), NumberAccess::to_big(a).get_num_mpz_t(),
          NumberAccess::to_big(b).get_num_mpz_t());
  return NumberAccess::from_big(mpq_class(result));
}

std::optional<WideInteger> to_wide(const Number& number) {
  if (!number.is_integer()) return std::nullopt;
  const mpq_class big = NumberAccess::to_big(number);
  if (mpz_sizeinbase(big.get_num_mpz_t(), 2) > 126) return std::nullopt;
  mpz_class high, low;
  mpz_fdiv_q_2exp(high.get_mpz_t(), big.get_num_mpz_t(), 62);
  mpz_fdiv_r_2exp(low.get_mpz_t(), big.get_num_mpz_t(), 62);
  return static_cast<WideInteger>(high.get_si()) * (std::int64_t{1} << 62) + low.get_si();
}

Number from_wide(WideInteger value) { return NumberAccess::from_wide(value, 1); }

Number power_of_two(int exponent) {
  mpz_class power = 1;
  mpz_mul_2exp(power.get_mpz_t(), power.get_mpz_t(),
               static_cast<mp_bitcnt_t>(exponent < 0 ? -exponent : exponent));
  mpq_class q(power);
  if (exponent < 0) mpq_inv(q.get_mpq_t(), q.get_mpq_t());
  return NumberAccess::from_big(std::move(q));
}

}  // namespace cogs::base
