/**
 * For one word: the documents per place, an index of `placeWeights`, in ascending order. A place
 * without documents is null or missing.
 */
export type Postings = ReadonlyArray<ReadonlyArray<number> | Uint32Array | null | undefined>

/**
 * The words of an index with their postings, in a tenth of the memory that lists of numbers take.
 */
export interface PackedPostings {
  words: ReadonlyArray<string>
  /**
   * For each word, in the same order: the length of what follows in bytes, the number of places,
   * the number of documents of each place, and the documents of each place, each as the difference
   * to the one before. Every number is a LEB128.
   */
  bytes: Uint8Array
}

/** Packs postings word by word. */
export interface Packer {
  /**
   * Adds a word, which must not come twice, with its postings in one segment and then those in the
   * next. `numbers` has the new number of each document, negative for a removed one; null when all
   * stay as they are. A word without documents is left out.
   */
  add(word: string, first: Postings, next: Postings, numbers: Int32Array | null): void
  packed(): PackedPostings
}

export function createPacker(): Packer {
  const words: Array<string> = []
  const all = createWriter()
  const one = createWriter()
  let before = 0

  function write(documents: Postings[number], numbers: Int32Array | null) {
    if (!documents) return
    for (let at = 0; at < documents.length; at++) {
      const number = numbers === null ? documents[at]! : numbers[documents[at]!]!
      if (number < 0) continue
      one.number(number - before)
      before = number
    }
  }

  return {
    add(word, first, next, numbers) {
      const counts: Array<number> = []
      for (let place = 0; place < first.length || place < next.length; place++)
        counts.push(countOf(first[place], numbers) + countOf(next[place], numbers))
      while (counts.at(-1) === 0) counts.pop()
      if (counts.length === 0) return
      one.clear()
      one.number(counts.length)
      for (const count of counts) one.number(count)
      for (let place = 0; place < counts.length; place++) {
        before = 0
        write(first[place], numbers)
        write(next[place], numbers)
      }
      words.push(word)
      const bytes = one.written()
      all.number(bytes.length)
      all.bytes(bytes)
    },
    packed: () => ({ words, bytes: all.written().slice() }),
  }
}

/** The number of documents that stay. */
function countOf(documents: Postings[number], numbers: Int32Array | null): number {
  if (!documents) return 0
  if (numbers === null) return documents.length
  let count = 0
  for (let at = 0; at < documents.length; at++) if (numbers[documents[at]!]! >= 0) count++
  return count
}

/** Reads packed postings where they are asked for. */
export interface Unpacker {
  has(word: string): boolean
  words(): Iterable<string>
  wordCount(): number
  /** The number of documents of each place; their numbers are not read. */
  counts(word: string): ReadonlyArray<number>
  /** The documents of each place, in memory of `room`. */
  postings(word: string, room: NumberRoom): Postings
}

/** Memory for lists of numbers. */
export interface NumberRoom {
  /** A list of `count` numbers, which may have any values. */
  take(count: number): Uint32Array
  /** Takes back all lists. */
  clear(): void
}

const numbersPerArray = 1_000_000

/**
 * Memory that lists share and that is used again: V8 would interrupt searches to collect an array
 * for each list, or arrays that are replaced.
 */
export function createNumberRoom(): NumberRoom {
  const arrays: Array<Uint32Array> = []
  let current = -1
  let used = 0
  return {
    take(count) {
      while (current < 0 || used + count > arrays[current]!.length) {
        current++
        used = 0
        arrays[current] ??= new Uint32Array(Math.max(count, numbersPerArray))
      }
      used += count
      return arrays[current]!.subarray(used - count, used)
    },
    clear() {
      current = -1
      used = 0
    },
  }
}

export function createUnpacker({ words, bytes }: PackedPostings): Unpacker {
  /** Where the postings of each word begin. */
  const begins = new Map<string, number>()
  let at = 0
  for (const word of words) {
    const length = number()
    begins.set(word, at)
    at += length
  }

  /** The number at `at`, which moves behind it. */
  function number(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }

  function counts(word: string): Array<number> {
    const begin = begins.get(word)
    if (begin === undefined) return []
    at = begin
    const found: Array<number> = []
    for (let places = number(); places > 0; places--) found.push(number())
    return found
  }

  return {
    has: (word) => begins.has(word),
    words: () => begins.keys(),
    wordCount: () => begins.size,
    counts,
    postings: (word, room) =>
      counts(word).map((count) => {
        if (count === 0) return null
        const documents = room.take(count)
        let document = 0
        for (let index = 0; index < count; index++) {
          // Of frequent words, which are most of the work, nearly every difference is one byte.
          const byte = bytes[at]!
          if (byte < 0x80) {
            document += byte
            at += 1
          } else document += number()
          documents[index] = document
        }
        return documents
      }),
  }
}

/** Bytes that grow as numbers are written. */
function createWriter() {
  let buffer = new Uint8Array(1024)
  let end = 0
  const reserve = (length: number) => {
    if (end + length <= buffer.length) return
    const larger = new Uint8Array(Math.max(2 * buffer.length, end + length))
    larger.set(buffer.subarray(0, end))
    buffer = larger
  }
  return {
    clear() {
      end = 0
    },
    number(value: number) {
      reserve(5)
      let rest = value
      while (rest >= 0x80) {
        buffer[end++] = (rest & 0x7f) | 0x80
        rest >>>= 7
      }
      buffer[end++] = rest
    },
    bytes(some: Uint8Array) {
      reserve(some.length)
      buffer.set(some, end)
      end += some.length
    },
    /** A view, valid until the next write. */
    written: () => buffer.subarray(0, end),
  }
}
