// SPDX-License-Identifier: Apache-2.0
#include "model/logit.h"

#include "base/fraction.h"

namespace cogs::model {

namespace {

// Rounded down to a multiple of 2^-bits: keeps numbers short.
Number cut(const Number& number, int bits) {
  return (number * base::power_of_two(bits)).floor() * base::power_of_two(-bits);
}

// 2 * artanh(z) = ln((1 + z) / (1 - z)), |z| <= 1/3, to about `bits` bits.
Number twice_artanh(const Number& z, int bits) {
  const Number square = cut(z * z, bits + 16);
  Number power = z, sum = 0;
  for (int k = 1; k < bits + 16; k += 2) {
    sum += power / Number(k);
    power = cut(power * square, bits + 16);
  }
  return cut(sum * Number(2), bits + 8);
}

// ln(x), x > 0: x = m * 2^e with m between 2/3 and 4/3.
Number logarithm(Number x, int bits) {
  int exponent = 0;
  while (x * Number(3) > Number(4)) {
    x = x / Number(2);
    ++exponent;
  }
  while (x * Number(3) < Number(2)) {
    x = x * Number(2);
    --exponent;
  }
  const Number third = Number(1) / Number(3);
  return twice_artanh((x - Number(1)) / (x + Number(1)), bits) +
         Number(exponent) * twice_artanh(third, bits);
}

}  // namespace

Number first_multiple_above_logit(const Number& p, const Number& factor, const Number& shift,
                                  const Number& unit) {
  for (int bits = 192;; bits *= 2) {
    const Number odds = (logarithm(p / (Number(1) - p), bits) / factor + shift) / unit;
    // Far more than what the roundings above come to.
    const Number doubt = base::power_of_two(24 - bits) / (factor * unit);
    const Number low = (odds - doubt).floor(), high = (odds + doubt).floor();
    if (low == high) return low + 1;
  }
}

}  // namespace cogs::model
