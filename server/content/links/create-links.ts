import type { ContentProblem, ContentType } from '#domain/content.ts'
import type { CheckedLink, LinkTarget } from '#domain/link-targets.ts'
import { createTurns } from '../../platform/turns.ts'
import { within } from '../../platform/within.ts'
import { normalAddress } from '../catalog/redirects.ts'
import type { SiteState } from '../catalog/site-state.ts'
import type { ContentStore } from '../catalog/store.ts'
import { checkedRecords, checkRecord, linkTargets, readableRecords } from '../check/check-record.ts'
import { type LinkTargets, linkComplaint } from '../check/link-check.ts'
import type { MediaRefusal } from '../check/media-refusal.ts'
import type { CheckedRecord } from '../check/texts.ts'
import { headingSlug } from '../markdown/headings.ts'
import type { TextWork } from '../markdown/text-work.ts'
import type { RenderBody } from '../read/body.ts'
import { createInboundLinks, ownPath } from './inbound-links.ts'
import { createLinkFacts } from './link-facts.ts'
import { findTargets, type Listed, listTargets } from './link-targets.ts'
import { openLinkedTexts } from './linked-texts.ts'

/** How long an answer waits for texts that have not been read yet, in milliseconds. */
const patienceMs = 400

/** What links can lead to in one state of the content. */
interface Targets {
  checked: ReadonlyArray<CheckedRecord>
  listed: ReadonlyArray<Listed>
  targets: LinkTargets
  byAddress: ReadonlyMap<string, Listed>
}

interface LinksParts {
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
}

export type Links = ReturnType<typeof createLinks>

/** Finds what links can lead to, and links that visitors cannot follow. */
export function createLinks(parts: LinksParts) {
  const { store, siteUrl, now } = parts
  const texts = openLinkedTexts(parts)
  const facts = createLinkFacts(parts.read)
  const inboundLinks = createInboundLinks({ ...parts, texts })
  let closed = false
  let found: ReadonlyArray<ContentProblem> = []

  const targets = eachGeneration(store.generation, () =>
    targetsOf(store.state(), now(), hasAnchor, parts.refusal()),
  )
  /** Reads the texts of all pages. */
  const reading = eachGeneration(store.generation, (isOver) =>
    facts.readAll(targets.get().checked, () => closed || isOver()).catch(failed),
  )
  const checking = eachGeneration(store.generation, (isOver) => checkAll(isOver).catch(failed))

  async function hasAnchor(record: CheckedRecord, anchor: string) {
    return (
      (await facts.of(record)).anchors.includes(anchor) || (await texts.hasAnchor(record, anchor))
    )
  }

  /** A read may fail for a moment, while git repacks. */
  function failed(error: unknown) {
    parts.report(error)
    reading.forget()
    checking.forget()
  }

  async function checkAll(isOver: () => boolean) {
    const { checked, targets: places } = targets.get()
    await reading.get()
    const turns = createTurns()
    const problems: Array<ContentProblem> = []
    for (const record of checked) {
      if (closed || isOver()) return
      const file = { record, ...(await facts.of(record)) }
      const complaints = await checkRecord(record, file, places, {
        references: ({ suspects }) => texts.references(record, (_, index) => suspects[index] ?? []),
      })
      problems.push(...complaints.map((problem) => ({ ...problem, level: 'warning' as const })))
      if (turns.isDue()) await turns.take()
    }
    found = problems
  }

  /** Ends when all is checked, also what changed meanwhile. */
  async function checked(): Promise<void> {
    const generation = store.generation()
    await checking.get()
    if (!closed && store.generation() !== generation) await checked()
  }

  return {
    /** Pages and headings whose names match a query. */
    async find(query: string): Promise<Array<LinkTarget>> {
      await within(patienceMs, reading.get())
      return findTargets(
        query,
        targets.get().listed,
        (record) => facts.known(record)?.headings ?? [],
      )
    },

    /** Where addresses lead from the page at no address. */
    check: (urls: ReadonlyArray<string>): Promise<Array<CheckedLink>> =>
      Promise.all(urls.map((url) => checkUrl(url, targets.get(), facts, siteUrl))),

    /**
     * Warnings about links that lead nowhere and pictures that are missing, of all files. Waits a
     * moment for a search that has not ended, and then answers what the last one found.
     */
    async problems(patience = patienceMs): Promise<ReadonlyArray<ContentProblem>> {
      await within(patience, checked())
      return found
    },

    /**
     * The items and pages that link to an item, without itself; null when there is no such item.
     */
    inbound(type: ContentType, id: number) {
      const target = store.state()[type].byId.get(id)
      return target ? inboundLinks(target, targets.get().listed) : null
    },

    close(): void {
      closed = true
    },
  }
}

async function checkUrl(
  url: string,
  { byAddress, targets }: Targets,
  facts: ReturnType<typeof createLinkFacts>,
  siteUrl: string,
): Promise<CheckedLink> {
  const path = ownPath(url, siteUrl)
  const [, anchor = ''] = path.split(/#(.*)/s)
  const address = normalAddress(path)
  const page = byAddress.get(targets.redirects.get(address) ?? address)
  const heading =
    page?.record &&
    anchor !== '' &&
    (await facts.of(page.record)).headings.find((text) => headingSlug(text) === anchor)
  const title = heading || (page?.target.title ?? null)
  return { url, title, problem: await linkComplaint(path, '', targets) }
}

/**
 * What is made once for each generation of the content, which `isOver` when there is a later one.
 */
function eachGeneration<Value>(
  generation: () => number,
  make: (isOver: () => boolean) => Value,
): { get(): Value; forget(): void } {
  let known: { generation: number; value: Value } | null = null
  return {
    get() {
      const now = generation()
      if (known?.generation !== now)
        known = { generation: now, value: make(() => generation() !== now) }
      return known.value
    },
    forget() {
      known = null
    },
  }
}

function targetsOf(
  state: SiteState,
  moment: Date,
  hasAnchor: (record: CheckedRecord, anchor: string) => Promise<boolean>,
  refusal: MediaRefusal,
): Targets {
  const readable = readableRecords(state)
  const listed = listTargets(state, readable, moment)
  return {
    checked: checkedRecords(state, readable),
    listed,
    byAddress: new Map(listed.map((one) => [normalAddress(one.target.url), one])),
    targets: linkTargets(state, readable, moment, hasAnchor, refusal),
  }
}
