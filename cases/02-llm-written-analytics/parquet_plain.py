"""Parquet with nothing but the standard library: writes and reads plain, uncompressed pages of optional columns.

Kinds: text, int32, int64, double, bool, date, timestamp (microseconds, UTC), decimal(PRECISION,SCALE) on int64. So the same bytes come from
every machine, and answers.py needs no package. Not for files of others.
"""
# SPDX-License-Identifier: Apache-2.0
import datetime
import decimal
import re
import struct

EPOCH_DAY = datetime.date(1970, 1, 1)
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
# kind: (physical type, converted type or None)
KINDS = {"text": (6, 0), "int32": (1, None), "int64": (2, None), "double": (5, None), "date": (1, 6), "timestamp": (2, 10),
         "decimal": (2, 5)}
FORMATS = {1: "i", 2: "q", 5: "d"}
I32, I64, BINARY, LIST, STRUCT = 5, 6, 8, 9, 12


def varint(number):
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def zigzag(number):
    return varint(number * 2 if number >= 0 else -number * 2 - 1)


def thrift(fields):
    """A struct of the compact protocol: rows (id, type, value); a list's value is (element type, values)."""
    out, last = bytearray(), 0
    for field, kind, value in fields:
        if value is not None:
            out += bytes([(field - last) << 4 | kind]) + thrift_value(kind, value)
            last = field
    return bytes(out + b"\0")


def thrift_value(kind, value):
    if kind in (I32, I64):
        return zigzag(value)
    if kind == BINARY:
        return varint(len(value)) + value
    if kind == LIST:
        element, values = value
        head = bytes([len(values) << 4 | element]) if len(values) < 15 else bytes([0xF0 | element]) + varint(len(values))
        return head + b"".join(thrift_value(element, each) for each in values)
    return value  # a struct, already written


def split_kind(kind):
    found = re.fullmatch(r"decimal\((\d+),(\d+)\)", kind)
    return ("decimal", int(found[1]), int(found[2])) if found else (kind, None, None)


class Writer:
    """Rows go in with row(), and to the file a group at a time; close() writes the last one and the footer."""

    GROUP_ROWS = 100_000

    def __init__(self, path, columns):
        self._file = open(path, "wb")
        self._columns = columns  # name → kind
        self._groups = []
        self._rows = 0
        self._waiting = []
        self._file.write(b"PAR1")

    def _chunk(self, name, kind, cells):
        base, _, scale = split_kind(kind)
        physical = KINDS[base][0]
        present = bytearray((len(cells) + 7) // 8)
        for index, cell in enumerate(cells):
            if cell is not None:
                present[index // 8] |= 1 << index % 8
        levels = varint(len(present) << 1 | 1) + bytes(present)
        filled = [plain(base, scale, cell) for cell in cells if cell is not None]
        if physical == 6:
            body = b"".join(struct.pack("<I", len(cell)) + cell for cell in filled)
        else:
            body = struct.pack(f"<{len(filled)}{FORMATS[physical]}", *filled)
        page = struct.pack("<I", len(levels)) + levels + body
        inner = thrift([(1, I32, len(cells)), (2, I32, 0), (3, I32, 3), (4, I32, 3)])
        page = thrift([(1, I32, 0), (2, I32, len(page)), (3, I32, len(page)), (5, STRUCT, inner)]) + page
        start = self._file.tell()
        self._file.write(page)
        meta = thrift([(1, I32, physical), (2, LIST, (I32, [0, 3])), (3, LIST, (BINARY, [name.encode()])), (4, I32, 0),
                       (5, I64, len(cells)), (6, I64, len(page)), (7, I64, len(page)), (9, I64, start)])
        return thrift([(2, I64, start), (3, STRUCT, meta)]), len(page)

    def row(self, cells):
        self._waiting.append(cells)
        if len(self._waiting) == self.GROUP_ROWS:
            self._write_group()

    def _write_group(self):
        rows, self._waiting = self._waiting, []
        if rows:
            chunks = [self._chunk(name, kind, [row[place] for row in rows])
                      for place, (name, kind) in enumerate(self._columns.items())]
            self._groups.append(thrift([(1, LIST, (STRUCT, [chunk for chunk, _ in chunks])),
                                        (2, I64, sum(size for _, size in chunks)), (3, I64, len(rows))]))
            self._rows += len(rows)

    def close(self):
        self._write_group()
        schema = [thrift([(4, BINARY, b"schema"), (5, I32, len(self._columns))])]
        for name, kind in self._columns.items():
            base, precision, scale = split_kind(kind)
            physical, converted = KINDS[base]
            schema.append(thrift([(1, I32, physical), (3, I32, 1), (4, BINARY, name.encode()), (6, I32, converted),
                                  (7, I32, scale), (8, I32, precision)]))
        footer = thrift([(1, I32, 1), (2, LIST, (STRUCT, schema)), (3, I64, self._rows), (4, LIST, (STRUCT, self._groups)),
                         (6, BINARY, b"synsema case 02")])
        self._file.write(footer + struct.pack("<I", len(footer)) + b"PAR1")
        self._file.close()


def plain(base, scale, cell):
    if base == "text":
        return cell.encode()
    if base == "date":
        return (cell - EPOCH_DAY).days
    if base == "timestamp":
        return (cell - EPOCH) // datetime.timedelta(microseconds=1)
    if base == "decimal":
        return int(cell.scaleb(scale))
    return cell


class Footer:
    """Reads the compact protocol into maps from field ids to values."""

    def __init__(self, text, place=0):
        self.text, self.place = text, place

    def varint(self):
        number = shift = 0
        while True:
            byte = self.text[self.place]
            self.place += 1
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number

    def value(self, kind):
        if kind in (1, 2):
            return kind == 1
        if kind in (3, 4, I32, I64):
            number = self.varint()
            return number >> 1 ^ -(number & 1)
        if kind == BINARY:
            size = self.varint()
            self.place += size
            return self.text[self.place - size:self.place]
        if kind == LIST:
            head = self.text[self.place]
            self.place += 1
            size = head >> 4 if head < 0xF0 else self.varint()
            return [self.value(head & 15) for _ in range(size)]
        assert kind == STRUCT, kind
        return self.fields()

    def fields(self):
        found, last = {}, 0
        while True:
            head = self.text[self.place]
            self.place += 1
            if head == 0:
                return found
            last += head >> 4
            found[last] = self.value(head & 15)


def read_column(text, element, meta):
    place, filled = meta[9], []
    header = Footer(text, place)
    page = header.fields()
    count = page[5][1]
    place = header.place
    size = struct.unpack_from("<I", text, place)[0]
    levels = Footer(text, place + 4)
    levels.varint()
    bits = text[levels.place:place + 4 + size]
    place += 4 + size
    physical, converted = element[1], element.get(6)
    present = [bits[index // 8] >> index % 8 & 1 for index in range(count)]
    if physical == 6:
        for _ in range(sum(present)):
            length = struct.unpack_from("<I", text, place)[0]
            filled.append(text[place + 4:place + 4 + length].decode())
            place += 4 + length
    else:
        filled = struct.unpack_from(f"<{sum(present)}{FORMATS[physical]}", text, place)
    if converted == 5:
        filled = [decimal.Decimal(number).scaleb(-element[7]) for number in filled]
    elif converted == 6:
        filled = [EPOCH_DAY + datetime.timedelta(days) for days in filled]
    elif converted == 10:
        filled = [EPOCH + datetime.timedelta(microseconds=number) for number in filled]
    cells = iter(filled)
    return [next(cells) if there else None for there in present]


def read(path):
    """The rows of a file that Writer made, as maps."""
    with open(path, "rb") as file:
        text = file.read()
    size = struct.unpack("<I", text[-8:-4])[0]
    footer = Footer(text[-8 - size:-8]).fields()
    elements = footer[2][1:]
    names = [element[4].decode() for element in elements]
    rows = []
    for group in footer[4]:
        columns = [read_column(text, element, chunk[3]) for element, chunk in zip(elements, group[1])]
        rows += [dict(zip(names, cells)) for cells in zip(*columns)]
    return rows
