import type { Hash } from 'node:crypto'
import { appendFile, open, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { UnreadableFile } from './errors.ts'
import { type CommitMark, journalDigest, readJournal } from './journal-file.ts'

/** Paths of the files of one journal, by generation. */
export function journalFiles(folder: string, name: string) {
  const pattern = new RegExp(`^${name}\\.([1-9]\\d*)\\.journal(\\.unfinished)?$`)
  const all = async () =>
    (await readdir(folder)).flatMap((file) => {
      const found = pattern.exec(file)
      return found ? [{ file, generation: Number(found[1]), isPiece: found[2] !== undefined }] : []
    })
  return {
    of: (generation: number) => path.join(folder, `${name}.${generation}.journal`),
    async generations(): Promise<Array<number>> {
      const found = (await all()).filter(({ isPiece }) => !isPiece)
      return found.map(({ generation }) => generation).sort((one, other) => one - other)
    },
    /** Files with unfinished lines that were cut off from the ends of generations. */
    pieces: async () =>
      (await all()).flatMap(({ file, isPiece }) => (isPiece ? [path.join(folder, file)] : [])),
  }
}

/** Content of a journal, and the position of the next line. */
export interface FoundJournal {
  entries: Array<unknown>
  generation: number
  /** Length in bytes of the complete lines of the last generation, and whether its file exists. */
  length: number
  isThere: boolean
  /** Hash of these bytes. */
  digest: Hash
  /** Length in bytes of the unfinished line that was cut off; 0 when there was none. */
  cut: number
}

/**
 * Reads a journal from the generation `first` on. An unfinished last line, whose write was never
 * confirmed, is moved to a file beside the journal. Throws UnreadableFile when a generation is
 * missing or damaged. `isKnown`: the generation `first` existed before, so its absence is an error.
 */
export async function readGenerations(
  files: ReturnType<typeof journalFiles>,
  { first, isKnown, mark }: { first: number; isKnown: boolean; mark: CommitMark | null },
): Promise<FoundJournal> {
  const there = (await files.generations()).filter((one) => one >= first)
  const missing = (generation: number) =>
    new UnreadableFile(`${files.of(generation)} is missing; restore it from a backup.`)
  if (isKnown && !there.includes(first)) throw missing(first)
  if (mark && !there.includes(mark.generation)) throw missing(mark.generation)
  const found: FoundJournal = {
    entries: [],
    generation: first,
    length: 0,
    isThere: false,
    cut: 0,
    digest: journalDigest(),
  }
  const texts = await Promise.all(there.map((generation) => readFile(files.of(generation))))
  for (const [at, generation] of there.entries()) {
    // A generation is created only when the previous one has content.
    if (generation > found.generation + (found.length > 0 ? 1 : 0)) throw missing(generation - 1)
    const bytes = texts[at] as Buffer
    const committed = mark?.generation === generation ? mark : null
    const { entries, length, rest } = readJournal(bytes, committed?.length ?? null)
    const isLast = texts.slice(at + 1).every((later) => later.length === 0)
    if (
      rest === 'damaged' ||
      (rest === 'unfinished' && !isLast) ||
      (committed && !matches(bytes, committed))
    )
      throw new UnreadableFile(
        `${files.of(generation)} is damaged: some of its confirmed lines are missing or changed; restore it from a backup.`,
      )
    for (const entry of entries) found.entries.push(entry)
    const digest = journalDigest().update(bytes.subarray(0, length))
    Object.assign(found, { generation, length, isThere: true, cut: bytes.length - length, digest })
    if (found.cut > 0) await cutOff(files, generation, bytes.subarray(length), length)
  }
  return found
}

function matches(bytes: Buffer, { length, digest }: CommitMark) {
  return journalDigest().update(bytes.subarray(0, length)).digest('hex') === digest
}

async function cutOff(
  files: ReturnType<typeof journalFiles>,
  generation: number,
  rest: Buffer,
  length: number,
) {
  await appendFile(`${files.of(generation)}.unfinished`, rest, { mode: 0o600, flush: true })
  const handle = await open(files.of(generation), 'r+')
  try {
    await handle.truncate(length)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
