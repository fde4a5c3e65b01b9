import type { ContentProblem } from '#domain/content.ts'
import { isSoundPath } from '#domain/sound.ts'
import { buildSiteState, byPlace, type SiteState } from '../catalog/site-state.ts'
import { BodyRenderError, shownAsSource } from '../markdown/limits.ts'
import { settingsPath } from '../read/file-kind.ts'
import type { FileRecord } from '../read/file-record.ts'
import { loadRevision, type ReadableFiles } from '../read/loading.ts'
import type { ReadingRules } from '../read/reading-rules.ts'
import {
  type CheckedFacts,
  checkedRecords,
  checkRecord,
  linkTargets,
  readableRecords,
} from './check-record.ts'
import { createDiskFolder } from './disk-folder.ts'
import { type FileFacts, type Inspector, type ReadableTexts, textsAt } from './inspect-file.ts'
import { createMediaRefusal } from './media-refusal.ts'
import type { CheckedRecord } from './texts.ts'

export interface FolderCheck {
  /** Problems that keep a file, one of its values, or its rendered text off the site. */
  faults: Array<ContentProblem>
  /**
   * Values that are read differently than they are written, broken links, missing pictures and
   * missing texts.
   */
  warnings: Array<ContentProblem>
  /** Items, pages and downloads that can be read. */
  files: number
  state: SiteState
}

export interface CheckParts {
  folder: string
  now: Date
  /** Looks into the files, which are read by the rules. */
  inspector(rules: ReadingRules, files: number): Inspector | Promise<Inspector>
  /** Renders a text to learn whether it can be rendered. */
  render: TryRender
  /** The reason why the site can not play a sound file, or null. */
  soundFault(path: string, bytes: Uint8Array): string | null
  /** Whether the site can show a picture. */
  isPicture(bytes: Uint8Array): Promise<boolean>
  /** Called with the progress of the check: each file is checked twice. */
  progress?(done: number, total: number): void
}

/** The number of files between two reports of the progress. */
const share = 200

/** Checks a content folder on the disk. */
export async function checkFolder({
  folder,
  now,
  inspector: open,
  render,
  soundFault,
  isPicture,
  progress,
}: CheckParts): Promise<FolderCheck> {
  const files = createDiskFolder(folder)
  const listed = await files.list('disk')
  const settingsFiles = listed.filter(({ path }) => path === settingsPath)
  const loaded = await loadRevision({ ...files, list: async () => settingsFiles }, 'disk', null)
  const inspector = await open(loaded.rules, listed.length)
  const total = 2 * listed.length
  const facts = await inShares(
    listed,
    (some) => inspector.facts(some),
    (done) => progress?.(done, total),
  )
  const unrendered = await unrenderedTexts(facts, files, render)
  const byPath = new Map(
    facts.map((one) => [
      one.record.path,
      { ...one, unrendered: unrendered.get(one.record.path) ?? [] },
    ]),
  )
  const records = new Map<string, FileRecord>(facts.map(({ record }) => [record.path, record]))
  const state = buildSiteState({ ...loaded, records, times: new Map(), now })
  const readable = readableRecords(state)
  const hasAnchor = anchorsOf(byPath, inspector)
  const refusal = createMediaRefusal({
    read: files.read,
    isPicture: async (path) => isPicture(await files.read(path)),
    // Faults of sounds are reported below, whether a text names them or not.
    isSound: async () => true,
  })
  const targets = linkTargets(state, readable, now, hasAnchor, refusal)
  const warnings = (
    await inShares(
      checkedRecords(state, readable),
      async (some) =>
        (
          await Promise.all(
            some.map((record) => checkRecord(record, byPath.get(record.path), targets, inspector)),
          )
        ).flat(),
      (done) => progress?.(listed.length + done, total),
    )
  ).flat()
  for (const { path, kind } of listed) {
    if (kind !== 'file' || !path.startsWith('media/') || !isSoundPath(path)) continue
    const message = soundFault(path, await files.read(path))
    if (message !== null) warnings.push({ path, line: 1, message })
  }
  progress?.(total, total)
  const missingSettings = (problem: ContentProblem) =>
    problem.path === settingsPath && !state.records.has(settingsPath)
  warnings.push(...state.problems.get().filter(missingSettings), ...state.warnings.get())
  return {
    // Missing settings are only a warning: without them everything is still served.
    faults: [
      ...state.problems.get().filter((problem) => !missingSettings(problem)),
      ...faultsOf(unrendered),
    ].sort(byPlace),
    warnings: warnings.sort(byPlace),
    files: readable.length + state.downloads.get().downloads.length,
    state,
  }
}

/**
 * Splits a list into parts, starts `work` for all of them, and reports each part that is done. The
 * results are in the order of the list.
 */
async function inShares<Item, Result>(
  items: ReadonlyArray<Item>,
  work: (some: ReadonlyArray<Item>) => Promise<Array<Result>>,
  done: (count: number) => void,
): Promise<Array<Result>> {
  let count = 0
  const shares = Array.from({ length: Math.ceil(items.length / share) }, (_, at) =>
    items.slice(at * share, (at + 1) * share),
  )
  const results = await Promise.all(
    shares.map(async (some) => {
      const result = await work(some)
      count += some.length
      done(count)
      return result
    }),
  )
  return results.flat()
}

function faultsOf(
  unrendered: ReadonlyMap<string, ReadonlyArray<Refusal | null>>,
): Array<ContentProblem> {
  return [...unrendered].flatMap(([path, refusals]) =>
    refusals.flatMap((refusal) =>
      refusal ? [{ path, line: refusal.line, message: shownAsSource(refusal) }] : [],
    ),
  )
}

function readableTexts({ record, texts, unrendered }: CheckedFacts): ReadableTexts {
  return { path: record.path, readable: texts.map((_text, index) => !unrendered[index]) }
}

/**
 * Returns a function that tells whether a page has an anchor. It renders a page, once, when the
 * anchor is not among those known without rendering.
 */
function anchorsOf(facts: ReadonlyMap<string, CheckedFacts>, inspector: Inspector) {
  const rendered = new Map<string, Promise<ReadonlySet<string>>>()
  return async ({ path }: Pick<CheckedRecord, 'path'>, anchor: string): Promise<boolean> => {
    const known = facts.get(path)
    if (!known || known.anchors.includes(anchor)) return known !== undefined
    const anchors =
      rendered.get(path) ?? inspector.anchors(readableTexts(known)).then((names) => new Set(names))
    rendered.set(path, anchors)
    return (await anchors).has(anchor)
  }
}

/**
 * Renders a text with the limits of the site. Rejects with a BodyRenderError that gives the reason
 * when this is not possible.
 */
type TryRender = (markdown: string) => Promise<unknown>

/** Why a text cannot be rendered, and the line of the fault in the file. */
interface Refusal {
  line: number
  message: string
}

/** The number of texts that are rendered at once: one per worker, and one that waits. */
const atOnce = 3

/**
 * Renders every doubtful text. Returns, by path, the refusals of files that have any: one entry per
 * text, null for a text that can be rendered.
 */
async function unrenderedTexts(
  facts: ReadonlyArray<FileFacts>,
  files: Pick<ReadableFiles, 'read'>,
  render: TryRender,
): Promise<ReadonlyMap<string, ReadonlyArray<Refusal | null>>> {
  const refused = new Map<string, ReadonlyArray<Refusal | null>>()
  // All loops take their next file from the same iterator.
  const doubtful = facts.filter(({ texts }) => texts.some((text) => text.doubtful)).values()
  async function lane() {
    for (const { record, texts } of doubtful) {
      const refusals = await Promise.all(
        (await textsAt(record.path, files)).map(({ markdown, firstLine }, index) =>
          texts[index]?.doubtful ? refusalOf(markdown, firstLine, render) : null,
        ),
      )
      if (refusals.some((refusal) => refusal !== null)) refused.set(record.path, refusals)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return refused
}

async function refusalOf(
  markdown: string,
  firstLine: number,
  render: TryRender,
): Promise<Refusal | null> {
  try {
    await render(markdown)
    return null
  } catch (error) {
    if (!(error instanceof BodyRenderError)) throw error
    return { line: firstLine + (error.line ?? 1) - 1, message: error.message }
  }
}
