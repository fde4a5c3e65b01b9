import type { ContentProblem } from '#domain/content.ts'
import type { CheckedLink, LinkTarget } from '#domain/link-targets.ts'
import { createTurns } from '../../platform/turns.ts'
import { within } from '../../platform/within.ts'
import { normalAddress } from '../catalog/redirects.ts'
import type { SiteState } from '../catalog/site-state.ts'
import type { ContentStore } from '../catalog/store.ts'
import { checkedRecords, checkRecord, linkTargets, readableRecords } from '../check/check-record.ts'
import { anchorsIn, type SuspectTexts } from '../check/inspect-file.ts'
import { type LinkTargets, linkComplaint } from '../check/link-check.ts'
import type { MediaRefusal } from '../check/media-refusal.ts'
import { onlyParts } from '../check/quick-references.ts'
import type { CheckedRecord, ReadableRecord } from '../check/texts.ts'
import { readBodyDespiteFault } from '../frontmatter/frontmatter.ts'
import { headingSlug } from '../markdown/headings.ts'
import { BodyRenderError } from '../markdown/limits.ts'
import type { Reference } from '../markdown/references.ts'
import type { TextWork } from '../markdown/text-work.ts'
import { type RenderBody, renderFile, textsOf } from '../read/body.ts'
import { findTargets, listTargets } from './find-targets.ts'
import { createLinkFacts } from './link-facts.ts'

/** How long an answer waits for texts that have not been read yet, in milliseconds. */
const patienceMs = 400

/** What links can lead to in one state of the content. */
interface Targets {
  generation: number
  checked: ReadonlyArray<CheckedRecord>
  listed: ReturnType<typeof listTargets>
  targets: LinkTargets
  /** Titles by address. */
  titles: ReadonlyMap<string, { title: string; record: ReadableRecord | null }>
}

export type Links = ReturnType<typeof createLinks>

/** Finds what links can lead to, and links that visitors cannot follow. */
export function createLinks(parts: {
  store: Pick<ContentStore, 'state' | 'generation'>
  read: (blob: string) => Promise<Uint8Array>
  texts: Pick<TextWork, 'references'>
  renderBody: RenderBody
  /**
   * Whether visitors get files that are there. The files of a content never change, so each state
   * asks anew.
   */
  refusal: () => MediaRefusal
  siteUrl: string
  now: () => Date
  /** Gets errors of the search for faults; it is repeated at the next request. */
  report: (error: unknown) => void
}) {
  const { store, read, texts, siteUrl, now } = parts
  const facts = createLinkFacts(read)
  let closed = false
  let current: Targets | null = null
  let reading: { generation: number; work: Promise<void> } | null = null
  let checking: { generation: number; work: Promise<void> } | null = null
  let found: Array<ContentProblem> = []

  function targetsNow(): Targets {
    const generation = store.generation()
    if (current?.generation !== generation) current = targetsOf(store.state(), generation)
    return current
  }

  function targetsOf(state: SiteState, generation: number): Targets {
    const readable = readableRecords(state)
    const moment = now()
    const listed = listTargets(state, readable, moment)
    const titles = new Map(
      listed.map(({ target, record }) => [
        normalAddress(target.url),
        { title: target.title, record },
      ]),
    )
    const checked = checkedRecords(state, readable)
    return {
      generation,
      checked,
      listed,
      titles,
      targets: linkTargets(state, readable, moment, hasAnchor, parts.refusal()),
    }
  }

  async function hasAnchor(record: CheckedRecord, anchor: string) {
    if ((await facts.of(record)).anchors.includes(anchor)) return true
    try {
      const { html, articles } = await renderFile(record.blob, read, parts.renderBody)
      return anchorsIn([html, ...articles.map((article) => article.html)].join('')).includes(anchor)
    } catch (error) {
      // A page that shows its source has no heading.
      if (error instanceof BodyRenderError) return false
      throw error
    }
  }

  /** A read may fail for a moment, while git repacks. */
  function failed(error: unknown) {
    parts.report(error)
    reading = null
    checking = null
  }

  /** Reads the texts of all pages, once per state. */
  function readTexts() {
    const { generation, checked } = targetsNow()
    if (reading?.generation !== generation)
      reading = {
        generation,
        work: facts
          .readAll(checked, () => closed || store.generation() !== generation)
          .catch(failed),
      }
    return reading.work
  }

  async function checkAll({ generation, checked, targets }: Targets) {
    await readTexts()
    const turns = createTurns()
    const problems: Array<ContentProblem> = []
    for (const record of checked) {
      if (closed || store.generation() !== generation) return
      const file = { record, ...(await facts.of(record)) }
      const references = async ({ suspects }: SuspectTexts) =>
        Promise.all(
          (await textsIn(record)).map(({ markdown }, index) => {
            const at = suspects[index] ?? []
            return at.length === 0 ? [] : referencesOf(onlyParts(markdown, at))
          }),
        )
      for (const problem of await checkRecord(record, file, targets, { references }))
        problems.push({ ...problem, level: 'warning' })
      if (turns.isDue()) await turns.take()
    }
    found = problems
  }

  function referencesOf(markdown: string): Promise<Array<Reference>> {
    return texts.references(markdown).catch((error: unknown) => {
      // Reported by `body-problems.ts`.
      if (error instanceof BodyRenderError) return []
      throw error
    })
  }

  async function textsIn({ blob }: CheckedRecord) {
    const source = readBodyDespiteFault(await read(blob))
    return source === null ? [] : textsOf(source)
  }

  return {
    /** Pages and headings whose names match a query. */
    async find(query: string): Promise<Array<LinkTarget>> {
      await within(patienceMs, readTexts())
      return findTargets(
        query,
        targetsNow().listed,
        (record) => facts.known(record)?.headings ?? [],
      )
    },

    /** Where addresses lead from the page at no address. */
    check(urls: ReadonlyArray<string>): Promise<Array<CheckedLink>> {
      const { targets, titles } = targetsNow()
      return Promise.all(
        urls.map(async (url) => {
          const path =
            url === siteUrl ? '/' : url.startsWith(`${siteUrl}/`) ? url.slice(siteUrl.length) : url
          const [, anchor = ''] = path.split(/#(.*)/s)
          const address = normalAddress(path)
          const page = titles.get(targets.redirects.get(address) ?? address)
          const heading =
            page?.record &&
            anchor !== '' &&
            (await facts.of(page.record)).headings.find((text) => headingSlug(text) === anchor)
          return {
            url,
            title: heading || (page?.title ?? null),
            problem: await linkComplaint(path, '', targets),
          }
        }),
      )
    },

    /**
     * Warnings about links that lead nowhere and pictures that are missing, of all files. Waits a
     * moment for a search that has not ended, and then answers what the last one found.
     */
    async problems(patience = patienceMs): Promise<ReadonlyArray<ContentProblem>> {
      const now = targetsNow()
      if (checking?.generation !== now.generation)
        checking = { generation: now.generation, work: checkAll(now).catch(failed) }
      await within(patience, checking.work)
      return found
    },

    close(): void {
      closed = true
    },
  }
}
