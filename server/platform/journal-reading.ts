import type { Hash } from 'node:crypto'
import { appendFile, open, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { UnreadableFile } from './errors.ts'
import { type CommitMark, journalDigest, readJournal } from './journal-file.ts'

/** The files of one journal: where each generation is, and which there are. */
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
    /** What was cut off from the ends of generations. */
    pieces: async () => (await all()).flatMap(({ file, isPiece }) => (isPiece ? [path.join(folder, file)] : [])),
  }
}

/** What a journal holds, and where its next line goes. */
export interface FoundJournal {
  entries: Array<unknown>
  generation: number
  /** Good bytes of that generation, and whether its file is there. */
  length: number
  isThere: boolean
  /** Of the good bytes. */
  digest: Hash
  /** The bytes of the unfinished line that was cut off; 0 when there was none. */
  cut: number
}

/**
 * Reads a journal from the generation `first` on. Throws UnreadableFile when a generation is missing or damaged; an unfinished last line, which was acknowledged to
 * nobody, is moved into a file beside. `isKnown` says that the generation `first` has been there.
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
    ...{ entries: [], generation: first, length: 0, isThere: false, cut: 0 },
    digest: journalDigest(),
  }
  const texts = await Promise.all(there.map((generation) => readFile(files.of(generation))))
  for (const [at, generation] of there.entries()) {
    // Only a generation with something in it is followed by another.
    if (generation > found.generation + (found.length > 0 ? 1 : 0)) throw missing(generation - 1)
    const bytes = texts[at] as Buffer
    const committed = mark?.generation === generation ? mark : null
    const { entries, length, rest } = readJournal(bytes, committed?.length ?? null)
    const isLast = texts.slice(at + 1).every((later) => later.length === 0)
    if (rest === 'damaged' || (rest === 'unfinished' && !isLast) || (committed && !holds(bytes, committed)))
      throw new UnreadableFile(
        `${files.of(generation)} is damaged: it does not hold all that was written to it; restore it from a backup.`,
      )
    for (const entry of entries) found.entries.push(entry)
    const digest = journalDigest().update(bytes.subarray(0, length))
    Object.assign(found, { generation, length, isThere: true, cut: bytes.length - length, digest })
    if (found.cut > 0) await cutOff(files, generation, bytes.subarray(length), length)
  }
  return found
}

function holds(bytes: Buffer, { length, digest }: CommitMark): boolean {
  return journalDigest().update(bytes.subarray(0, length)).digest('hex') === digest
}

async function cutOff(files: ReturnType<typeof journalFiles>, generation: number, rest: Buffer, length: number) {
  await appendFile(`${files.of(generation)}.unfinished`, rest, { mode: 0o600, flush: true })
  const handle = await open(files.of(generation), 'r+')
  try {
    await handle.truncate(length)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
