# Checks results of src/num against Python. Usage: number_oracle.py FILE, where a line is
# operation, operands and our result, separated by tabs. Prints what differs; the exit code is 1 if anything does.
# SPDX-License-Identifier: Apache-2.0
import math
import sys
from decimal import Decimal
from fractions import Fraction

FORM = 2**96


def float_of(text):
    return float.fromhex(text) if text not in ("nan", "inf", "-inf") else float(text)


def float_repr(x):
    """Python's repr, but the larger of two equally near shortest texts."""
    text = repr(x)
    if x == 0 or math.isinf(x) or math.isnan(x) or text.endswith(".0"):
        return text
    sign, digits, exponent = Decimal(text).as_tuple()
    number = int("".join(map(str, digits)))
    unit = Fraction(10) ** exponent
    if 2 * (abs(Fraction(x)) - number * unit) != unit:
        return text
    larger = Decimal((sign, tuple(map(int, str(number + 1))), exponent))
    if float(larger) != x:
        return text
    mantissa, mark, power = text.partition("e")
    position = len(mantissa) - 1
    return mantissa[:position] + str(int(mantissa[position]) + 1) + mark + power


# A decimal is (negative, magnitude, scale).
def read_decimal(text):
    negative = text.startswith("-")
    whole, _, fraction = text.lstrip("-").partition(".")
    return negative, int(whole + fraction), len(fraction)


def show_decimal(d):
    negative, magnitude, scale = d
    digits = str(magnitude).rjust(scale + 1, "0")
    point = len(digits) - scale
    text = digits[:point] + ("." + digits[point:] if scale else "")
    return "-" + text if negative else text


def value(d):
    return Fraction(-d[1] if d[0] else d[1]) / 10 ** d[2]


def fits(d):
    return d[1] < FORM and d[2] <= 28


def settle(negative, magnitude, scale, fit):
    if magnitude < FORM and scale <= 28:
        return negative, magnitude, scale
    if fit:
        for dropped in range(max(0, scale - 28), scale + 1):
            if magnitude // 10**dropped < FORM:
                if magnitude % 10**dropped == 0:
                    return negative, magnitude // 10**dropped, scale - dropped
                break
    while scale > 28 and magnitude % 10 == 0:
        magnitude //= 10
        scale -= 1
    return negative, magnitude, scale


def add(a, b):
    if a[1] == 0:
        return b
    if b[1] == 0:
        return a
    scale = max(a[2], b[2])
    total = (value(a) + value(b)) * 10**scale
    return settle(total < 0, int(abs(total)), scale, fits(a) and fits(b))


def subtract(a, b):
    if a[1] == 0:
        return (b[1] != 0 and not b[0], b[1], b[2])
    return add(a, (not b[0], b[1], b[2])) if b[1] else a


def multiply(a, b):
    if a[1] == 0 or b[1] == 0:
        return False, 0, 0
    return settle(a[0] != b[0], a[1] * b[1], a[2] + b[2], fits(a) and fits(b))


def divide_in_form(ma, mb, s):
    q, r = divmod(ma, mb)
    appended = False
    while True:
        if r == 0:
            if s >= 0:
                break
            c = min(9, -s)
        else:
            appended = True
            for c in range(9, 0, -1):
                if s + c <= 28 and q * 10**c + 10**c - 1 < FORM:
                    break
            else:
                break
        q, r = q * 10**c + r * 10**c // mb, r * 10**c % mb
        s += c
    exact = r == 0
    if not exact and (2 * r > mb or (2 * r == mb and q % 2)):
        q += 1
    if appended:
        while q and q % 2**32 == 0 and s >= 8 and q % 10**8 == 0:
            q, s = q // 10**8, s - 8
        for step, low in ((4, 16), (2, 4), (1, 2)):
            if q % low == 0 and s >= step and q % 10**step == 0:
                q, s = q // 10**step, s - step
    return (q, s, exact) if s >= 0 and q < FORM else None


def half_even(fraction):
    return round(fraction)


def divide(a, b):
    if a[1] == 0:
        return False, 0, 0
    negative = a[0] != b[0]
    if fits(a) and fits(b):
        old = divide_in_form(a[1], b[1], a[2] - b[2])
        if old and (old[2] or len(str(old[0])) >= 28):
            return negative, old[0], old[1]
    quotient = abs(value(a) / value(b))
    rest = quotient.denominator
    twos = fives = 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    if rest == 1:
        scale = max(twos, fives, a[2] - b[2], 0)
        return negative, int(quotient * 10**scale), scale
    exponent = 0
    while quotient >= Fraction(10) ** (exponent + 1):
        exponent += 1
    while quotient < Fraction(10) ** exponent:
        exponent -= 1
    least = max(a[2], b[2], 0)
    scale = max(27 - exponent, least)
    magnitude = half_even(quotient * 10**scale)
    if magnitude == 10**28 and scale == 27 - exponent and scale > least:
        magnitude, scale = 10**27, scale - 1
    return negative, magnitude, scale


def floor_div(a, b):
    quotient = math.floor(value(a) / value(b))
    return quotient < 0, abs(quotient), 0


def floor_mod(a, b):
    scale = max(a[2], b[2])
    rest = (value(a) - math.floor(value(a) / value(b)) * value(b)) * 10**scale
    return rest < 0, int(abs(rest)), scale


def power(a, n):
    result = (False, 1, 0)
    for _ in range(abs(n)):
        result = multiply(result, a)
    return result if n >= 0 else divide((False, 1, 0), result)


def round_to(a, places):
    if places >= a[2]:
        return a
    rounded = half_even(value(a) * 10**places)
    return rounded < 0, abs(rounded), places


def order(a, b):
    return str((a > b) - (a < b))


def nearest_float(x):
    return float(x) if abs(x) < 2**1024 - 2**970 else math.inf * (1 if x > 0 else -1)


def format_decimal(text, mark):
    """Nothing where Python refuses a mark for decimals that it takes for floats."""
    try:
        return "[" + format(Decimal(text), mark) + "]"
    except ValueError:
        return None


def exact(x):
    return x if isinstance(x, int) or math.isinf(x) else Fraction(x)


OPERATIONS = {
    "repr": lambda x: float_repr(float_of(x)),
    "parse": lambda t: float(t).hex(),
    "fmod": lambda a, b: (float_of(a) % float_of(b)).hex(),
    "ffloor": lambda a, b: (float_of(a) // float_of(b)).hex(),
    "fround": lambda a, n: round(float_of(a), int(n)).hex(),
    "fint": lambda a: str(round(float_of(a))),
    "ffloorint": lambda a: str(math.floor(float_of(a))),
    "fformat": lambda a, mark: "[" + format(float_of(a), mark) + "]",
    "iformat": lambda a, mark: "[" + format(int(a), mark) + "]",
    "tformat": lambda a, mark: "[" + format(a, mark) + "]",
    "iadd": lambda a, b: str(int(a) + int(b)),
    "isub": lambda a, b: str(int(a) - int(b)),
    "imul": lambda a, b: str(int(a) * int(b)),
    "idiv": lambda a, b: str(int(a) // int(b)),
    "imod": lambda a, b: str(int(a) % int(b)),
    "ipow": lambda a, b: str(int(a) ** int(b)),
    "igcd": lambda a, b: str(math.gcd(int(a), int(b))),
    "isqrt": lambda a: str(math.isqrt(int(a))),
    "ihex": lambda a: format(int(a), "x"),
    "ifloat": lambda a: nearest_float(int(a)).hex(),
    "itruediv": lambda a, b: (int(a) / int(b)).hex(),
    "icompare": lambda a, b: order(int(a), exact(float_of(b))),
    "dadd": lambda a, b: show_decimal(add(read_decimal(a), read_decimal(b))),
    "dsub": lambda a, b: show_decimal(subtract(read_decimal(a), read_decimal(b))),
    "dmul": lambda a, b: show_decimal(multiply(read_decimal(a), read_decimal(b))),
    "ddiv": lambda a, b: show_decimal(divide(read_decimal(a), read_decimal(b))),
    "dfloor": lambda a, b: show_decimal(floor_div(read_decimal(a), read_decimal(b))),
    "dmod": lambda a, b: show_decimal(floor_mod(read_decimal(a), read_decimal(b))),
    "dpow": lambda a, n: show_decimal(power(read_decimal(a), int(n))),
    "dround": lambda a, n: show_decimal(round_to(read_decimal(a), int(n))),
    "dint": lambda a: str(half_even(value(read_decimal(a)))),
    "dceil": lambda a: str(math.ceil(value(read_decimal(a)))),
    "dfloorint": lambda a: str(math.floor(value(read_decimal(a)))),
    "dfloat": lambda a: float(a).hex(),
    "dcompare": lambda a, b: order(value(read_decimal(a)), value(read_decimal(b))),
    "dcomparef": lambda a, b: order(value(read_decimal(a)), exact(float_of(b))),
    "dexact": lambda a: show_decimal(read_decimal(format(Decimal(float_of(a)), "f"))),
    "dformat": format_decimal,
}


def main():
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
    num_cases = 0
    num_wrong = 0
    with open(sys.argv[1], encoding="utf-8", newline="\n") as file:
        for line in file:
            operation, *operands, ours = line.rstrip("\n").split("\t")
            expected = OPERATIONS[operation](*operands)
            num_cases += 1
            if expected is not None and expected != ours:
                num_wrong += 1
                if num_wrong <= 40:
                    print(operation, *operands, "expected", expected, "got", ours)
    print(num_cases, "cases,", num_wrong, "wrong")
    return 1 if num_wrong or num_cases == 0 else 0


sys.exit(main())
