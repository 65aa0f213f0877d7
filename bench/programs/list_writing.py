# Writing places of a list: the sieve of Eratosthenes.
# SPDX-License-Identifier: Apache-2.0
def sieve(limit):
    prime = [True for i in range(limit + 1)]
    count = 0
    i = 2
    while i <= limit:
        if prime[i]:
            count += 1
            j = i * i
            while j <= limit:
                prime[j] = False
                j += i
        i += 1
    return count


print(sieve(1000000))
