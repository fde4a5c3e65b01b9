import { setImmediate } from 'node:timers/promises'
import type { NewSubscriber, Subscriber } from '#domain/subscriber.ts'
import { type ImportAnswer, type ImportReport, reportedRows } from '#domain/subscriber-list.ts'
import { HttpError } from '../../http/http-error.ts'
import { CsvError, csvText } from '../../platform/csv.ts'
import { createTurns } from '../../platform/turns.ts'
import { type Decision, planImport } from './import-plan.ts'
import { type ImportRow, readImport } from './import-rows.ts'
import type { SharedQueue } from './shared-queue.ts'
import type { OpenStore, SubscriberStore } from './subscriber-store.ts'
import type { Syncing } from './syncing.ts'
import { newSubscriber, unsubscribed } from './transitions.ts'

/** Number of people per step; between steps the import yields to other work. */
const atOnce = 500

const reasons = {
  twice: 'Stands in the file twice',
  known: 'Is on the list already',
  erased: 'Was deleted here; only they themselves can subscribe again',
  left: 'Has unsubscribed; only they themselves can subscribe again',
  cameBack: 'Subscribed here themselves; the file does not say that they unsubscribed after that',
}

type Person = ImportRow & { kind: 'person' }
type Taken = Extract<Decision, { kind: 'take' }>['as']

/** Result for one row. */
type Outcome =
  | { kind: 'add'; person: Person; as: Taken }
  /** The file says that a subscriber has unsubscribed. */
  | { kind: 'leave'; known: Subscriber }
  | { kind: 'skip'; row: ImportRow; reason: string }
  | { kind: 'ask' }

/**
 * Imports lists of people, or previews the import. It never activates somebody who unsubscribed
 * here or in the file.
 */
export function createImporting(parts: {
  open: OpenStore
  syncing: Syncing | null
  confirmations: SharedQueue | null
  now: () => Date
}) {
  const { open, syncing, confirmations, now } = parts

  /** Stores the results of one step. Resolves when they are on the disk. */
  async function write(store: SubscriberStore, outcomes: ReadonlyArray<Outcome>) {
    const coming = outcomes.flatMap((one) =>
      one.kind === 'add' ? [newPerson(one.person, one.as, confirmations !== null, now())] : [],
    )
    const leaving = outcomes.flatMap((one) => (one.kind === 'leave' ? [one.known.id] : []))
    const [people, left] = await Promise.all([
      store.add(coming),
      store.change(leaving, (person) => unsubscribed(person, now())),
    ])
    for (const { id, status, confirmation } of people) {
      if (status === 'active') syncing?.add(id)
      if (confirmation.due) confirmations?.add(id)
    }
    for (const { id } of left) syncing?.add(id)
  }

  return {
    /**
     * Imports a list; with `preview` it only reports what the import would do. Throws HttpError 422
     * when it can't be parsed, and, before anything is written, while questions are open. After an
     * error in the middle, imported rows stay; a repeated import skips them.
     */
    async importCsv(
      bytes: Uint8Array,
      { preview, answers }: { preview: boolean; answers: ReadonlyArray<ImportAnswer> },
    ): Promise<ImportReport> {
      const store = await open()
      const list = await readImport(csvText(bytes)).catch((error: unknown) => {
        throw error instanceof CsvError ? new HttpError(422, error.message) : error
      })
      const plan = await planImport(list, answers)
      const unanswered = plan.questions.filter(({ means }) => means === null)
      if (!preview && unanswered.length > 0) throw undecided(unanswered)
      const report: ImportReport = {
        preview,
        rows: list.rows.length,
        added: 0,
        active: 0,
        unconfirmed: 0,
        unsubscribed: 0,
        left: 0,
        skipped: 0,
        undecided: 0,
        reasons: [],
        lines: [],
        ignoredColumns: list.ignoredColumns,
        questions: plan.questions,
        readings: plan.readings,
      }
      const rows = await strictestFirst(list.rows, plan.decide)
      const counted = new Map<string, number>()
      for (let from = 0; from < rows.length; from += atOnce) {
        const portion = rows.slice(from, from + atOnce)
        const standings = await store.standings(portion.map(({ row }) => row.email))
        const outcomes = portion.map(
          ({ row, decision }): Outcome =>
            row.kind === 'fault'
              ? { kind: 'skip', row, reason: row.reason }
              : decision === null
                ? { kind: 'skip', row, reason: reasons.twice }
                : outcomeOf(standings.get(row.email), row, decision),
        )
        if (!preview) await write(store, outcomes)
        for (const one of outcomes) {
          if (one.kind === 'add') report[one.as] += 1
          else if (one.kind === 'leave') report.left += 1
          else if (one.kind === 'ask') report.undecided += 1
          else {
            report.skipped += 1
            counted.set(one.reason, (counted.get(one.reason) ?? 0) + 1)
            const { line, email } = one.row
            if (report.lines.length < reportedRows)
              report.lines.push({ line, email, reason: one.reason })
          }
        }
        await setImmediate()
      }
      report.added = report.active + report.unconfirmed + report.unsubscribed
      report.reasons = [...counted].map(([reason, count]) => ({ reason, count }))
      return report
    },
  }
}

/** The refusal of a file with values whose meaning only the administrator can tell. */
function undecided(questions: ImportReport['questions']): HttpError {
  const [first] = questions
  return new HttpError(
    422,
    `Please say what “${first?.value}” in the column “${first?.column}” means before the list is imported; nothing was written.`,
    {
      issues: questions.map(({ column, value }) => ({
        path: 'answers',
        message: `What does “${value}” in the column “${column}” mean?`,
      })),
    },
  )
}

function outcomeOf(
  standing: Subscriber | 'erased' | undefined,
  row: Person,
  decision: Decision,
): Outcome {
  const skip = (reason: string): Outcome => ({ kind: 'skip', row, reason })
  const known = standing === 'erased' ? undefined : standing
  const leaves = decision.kind === 'take' && decision.as === 'unsubscribed'
  if (known?.status === 'unsubscribed') return skip(reasons.left)
  if (known && leaves) {
    const leftLater = row.unsubscribedAt !== null && row.unsubscribedAt > known.consent.at
    return known.consent.wording === 'import' || leftLater
      ? { kind: 'leave', known }
      : skip(reasons.cameBack)
  }
  if (known) return skip(reasons.known)
  if (standing === 'erased') return skip(reasons.erased)
  if (decision.kind === 'take') return { kind: 'add', person: row, as: decision.as }
  return decision.kind === 'ask' ? { kind: 'ask' } : skip(decision.reason)
}

function newPerson(
  { email, source, subscribedAt, unsubscribedAt }: Person,
  as: Taken,
  asks: boolean,
  now: Date,
): NewSubscriber {
  const application = { email, source: source ?? 'import', utm: {}, customFields: {} }
  const person = newSubscriber(
    { ...application, page: null, wording: 'import' },
    as === 'unconfirmed' && asks,
    now,
  )
  const at = subscribedAt ?? person.subscribedAt
  return {
    ...person,
    subscribedAt: at,
    status: as,
    consent: { ...person.consent, at: as === 'unconfirmed' ? person.consent.at : at },
    unsubscribedAt: as === 'unsubscribed' ? (unsubscribedAt ?? person.subscribedAt) : null,
  }
}

/**
 * Pairs each row with its decision; null for a row whose address occurs in another row that counts.
 * The most restrictive row counts: a person who unsubscribed in one row is not activated by
 * another.
 */
async function strictestFirst(
  rows: ReadonlyArray<ImportRow>,
  decide: (person: Person) => Decision,
): Promise<Array<{ row: ImportRow; decision: Decision | null }>> {
  const turns = createTurns()
  const chosen = new Map<string, { row: Person; decision: Decision }>()
  const decided: Array<{ row: ImportRow; decision: Decision | null }> = []
  for (const row of rows) {
    if (turns.isDue()) await turns.take()
    if (row.kind === 'fault') {
      decided.push({ row, decision: null })
      continue
    }
    const one = { row, decision: decide(row) }
    const key = row.email.toLowerCase()
    const before = chosen.get(key)
    if (!before || strictness(one.decision) > strictness(before.decision)) chosen.set(key, one)
    decided.push(one)
  }
  const counted = new Set<unknown>(chosen.values())
  for (const one of decided) if (!counted.has(one)) one.decision = null
  return decided
}

/** The rank of a decision. A question ranks above all others except an unsubscription. */
function strictness(decision: Decision): number {
  if (decision.kind === 'ask') return 3
  if (decision.kind === 'skip') return 2
  return decision.as === 'unsubscribed' ? 4 : decision.as === 'unconfirmed' ? 1 : 0
}
