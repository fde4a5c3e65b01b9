import { counted } from '#domain/count-words.ts'
import type { Complaint } from '#domain/import/entry.ts'
import { createFileLedger, type FileClaim, type ImportFile } from '#domain/import/file-ledger.ts'
import type { EntryPlan, PlannedEntry } from './plan-entries.ts'
import type { Reader } from './reader.ts'
import type { SourceFolder } from './source-folder.ts'

/** Every file of the export, with what became of it. */
export function filesOf(
  folder: SourceFolder,
  reader: Reader,
  { rows }: EntryPlan,
  media: ReadonlyArray<FileClaim>,
): Array<ImportFile> {
  const ledger = createFileLedger(folder.files)
  for (const row of rows) ledger.claim(claimOf(row))
  for (const claim of [...media, ...reader.claims(), ...folder.unread]) ledger.claim(claim)
  for (const file of reader.members())
    ledger.claim({
      file,
      fate: 'left-out',
      reason: 'A list of subscribers; import it at /admin/subscribers',
    })
  if (rows.length > 0)
    for (const file of folder.streamed())
      ledger.claim({ file, fate: 'imported', reason: 'Its texts were read' })
  return ledger.all()
}

function claimOf({ file, state, from, address }: PlannedEntry): FileClaim {
  if (state === 'skipped')
    return { file, fate: 'left-out', reason: `The mapping leaves out the type '${from}'` }
  if (state === 'refused')
    return { file, fate: 'left-out', reason: 'The text can’t be written here; see the remarks' }
  return { file, fate: 'imported', reason: address }
}

/** Why an export without a single text is refused, in one sentence. */
export function noTexts(
  files: ReadonlyArray<ImportFile>,
  complaints: ReadonlyArray<Complaint>,
): string {
  const reasons = new Map<string, number>()
  for (const { reason } of files) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  const most = [...reasons]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 5)
    .map(([reason, count]) => `${counted(count, 'file', 'files')}: ${reason}`)
  const first = complaints.slice(0, 3).map(({ place, message }) => `${place}: ${message}`)
  return `No text was found (${[...first, ...most].join('; ') || 'the export has no files'}).`
}
