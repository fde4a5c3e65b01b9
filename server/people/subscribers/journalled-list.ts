import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Adapter } from 'lowdb'
import { DurableFile } from '../../platform/durable-file.ts'
import { UnreadableFile } from '../../platform/errors.ts'
import { type Journal, openJournal } from '../../platform/journal.ts'
import {
  createStagedSubscribers,
  listChange,
  type StagedSubscribers,
} from './staged-subscribers.ts'
import {
  isFirstVersion,
  noSubscribers,
  parseSubscriberFile,
  type SubscriberFile,
  subscriberFileText,
} from './subscriber-file.ts'

/**
 * The lowdb adapter of the mailing list: `read` reads `subscribers.json` and what its journal has
 * changed since, `write` appends the changes to the journal and resolves after fsync. Now and then
 * `writeWhole` writes the file anew.
 */
export class JournalledList implements Adapter<StagedSubscribers> {
  readonly #dataDir: string
  readonly #file: string
  readonly #whole: DurableFile<SubscriberFile>
  readonly #noticed: (message: string) => void
  #journal: Journal | null = null
  /** The number of the journal that continues the file as it was read. */
  generation = noSubscribers.generation
  linkSecretHash = noSubscribers.linkSecretHash
  /**
   * Whether mails with links may have been sent; versions of the program with the first file format
   * sent none.
   */
  hasLinks = true

  constructor(dataDir: string, noticed: (message: string) => void) {
    this.#dataDir = dataDir
    this.#noticed = noticed
    this.#file = path.join(dataDir, 'subscribers.json')
    const parse = (value: unknown) => {
      this.hasLinks = !isFirstVersion(value)
      return parseSubscriberFile(value)
    }
    this.#whole = new DurableFile(this.#file, parse, subscriberFileText)
  }

  /** Throws UnreadableFile when the file or its journal is damaged or missing. */
  async read(): Promise<StagedSubscribers> {
    const stored = await this.#whole.read()
    // The mark exists only after the list was written once.
    if (stored === null && existsSync(path.join(this.#dataDir, 'subscribers-committed')))
      throw new UnreadableFile(`${this.#file} is missing; restore it from a backup.`)
    const list = createStagedSubscribers(stored ?? noSubscribers)
    this.generation = stored?.generation ?? noSubscribers.generation
    this.linkSecretHash = stored?.linkSecretHash ?? null
    this.#journal = await openJournal({
      folder: this.#dataDir,
      name: 'subscribers',
      first: this.generation,
      isKnown: this.linkSecretHash !== null,
      replay: (value) => {
        const parsed = listChange.safeParse(value)
        // The message of zod may quote the entry.
        if (!parsed.success)
          throw new UnreadableFile(
            `A journal of ${this.#file} contains an unknown entry; restore it from a backup.`,
          )
        list.confirm(list.stage([parsed.data]))
      },
      noticed: this.#noticed,
    })
    return list
  }

  write(list: StagedSubscribers): Promise<void> {
    return this.journal.append(list.unwritten.splice(0))
  }

  writeWhole(data: SubscriberFile): Promise<void> {
    return this.#whole.write(data)
  }

  get journal(): Journal {
    if (this.#journal === null) throw new Error('The list was not read.')
    return this.#journal
  }
}
