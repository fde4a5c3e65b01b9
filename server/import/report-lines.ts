import { countFates } from '#domain/import/file-ledger.ts'
import type { ImportReport } from '#domain/import/report.ts'

/** The most lines of a list that are printed; all of them are in the file. */
const mostLines = 20

/**
 * A report as lines of text: the totals, what needs a decision, then the details by kind. In
 * `summary` long lists are cut.
 */
export function reportLines(report: ImportReport): {
  summary: Array<string>
  whole: Array<string>
} {
  const parts = (most: number) =>
    [totals(report), ...decisions(report), ...details(report, most)].filter(
      ({ lines }) => lines.length > 0,
    )
  const written = (most: number) =>
    parts(most).flatMap(({ title, lines }, at) => [
      ...(at === 0 ? [] : ['']),
      `${title}:`,
      ...lines.slice(0, most).map((line) => `  ${line}`),
      ...(lines.length > most ? [`  … and ${lines.length - most} more`] : []),
    ])
  return { summary: written(mostLines), whole: written(Number.POSITIVE_INFINITY) }
}

/** Behind a type whose texts come in as drafts. */
const toPublish = " (map the type to 'articles' to publish them)"

interface Part {
  title: string
  lines: ReadonlyArray<string>
}

function totals({
  texts,
  fresh,
  known,
  skipped,
  refused,
  pictures,
  complaints,
  files,
}: ImportReport): Part {
  const { imported, leftOut, notUnderstood } = countFates(files)
  return {
    title: 'Totals',
    lines: [
      `${texts} texts: ${fresh} new, ${known} known, ${skipped} left out, ${refused} refused; ${pictures.found} pictures found, ${pictures.missing.length} missing; ${complaints.length} remarks`,
      `${files.length} files: ${imported} imported, ${leftOut} left out, ${notUnderstood} not understood`,
    ],
  }
}

/** What is known about the old addresses, and what to do where some lead nowhere. */
function oldAddresses({ old, rows }: ImportReport): ReadonlyArray<string> {
  const set = 'set `addresses` in the mapping, such as /blog/{year}/{month}/{day}/{slug}'
  const without = rows.filter(
    ({ state, to, addresses }) => state === 'new' && to !== 'pages' && addresses.length === 0,
  )
  if (old.list === null)
    return [
      'No list of them is in the source: name a sitemap, a feed or a list of the old site with --sitemap FILE|URL to check them all',
      ...(without.length > 0 ? [`${without.length} texts have none: ${set}`] : []),
    ]
  if (old.missing.length === 0) return [`All ${old.total} of ${old.list} lead to their texts`]
  return [
    `${old.covered} of ${old.total} of ${old.list} lead to their texts; the others lead nowhere: ${set}, or add them to the \`aliases\` of a text`,
    ...old.missing,
  ]
}

function decisions(report: ImportReport): Array<Part> {
  const { kinds, categories, newCategories, fields, files, members } = report
  const mapped = (names: ImportReport['kinds']) =>
    names.map(({ name, count, to }) => `${name} (${count}) → ${to === '' ? 'none' : to}`)
  return [
    { title: 'Old addresses', lines: oldAddresses(report) },
    {
      title: 'Types',
      lines: mapped(kinds).map((line) =>
        line.endsWith('→ drafts') ? `${line}${toPublish}` : line,
      ),
    },
    { title: 'Categories', lines: mapped(categories) },
    {
      title: report.addsCategories
        ? 'Categories that site.yaml gets'
        : 'Categories that the site does not have: add them with --add-categories, or map them',
      lines: newCategories.map(
        ({ key, label }) => `- {key: ${key}, label: ${JSON.stringify(label)}}`,
      ),
    },
    { title: 'Fields', lines: mapped(fields) },
    {
      title: 'Files that are not understood',
      lines: files.filter(({ fate }) => fate === 'not-understood').map(({ file }) => file),
    },
    {
      title: 'Lists of subscribers',
      lines: members.map(
        (list) => `${list}: import it at /admin/subscribers, which asks about their consent`,
      ),
    },
  ]
}

/** The remarks that say the same in one line, with the first of their places. */
function byMessage(complaints: ImportReport['complaints'], most: number): Array<string> {
  const places = new Map<string, Array<string>>()
  for (const { place, message } of complaints) {
    const known = places.get(message)
    if (known) known.push(place)
    else places.set(message, [place])
  }
  return [...places].map(([message, all]) =>
    all.length === 1
      ? `${all[0]}: ${message}`
      : `${message} (${all.length}): ${all.slice(0, most).join(', ')}${all.length > most ? ' …' : ''}`,
  )
}

function explained(files: ImportReport['files'], wanted: string): Array<string> {
  return files.filter(({ fate }) => fate === wanted).map(({ file, reason }) => `${file}: ${reason}`)
}

function details({ rows, complaints, pictures, files }: ImportReport, most: number): Array<Part> {
  return [
    { title: 'Remarks', lines: byMessage(complaints, most) },
    {
      title: 'Missing pictures',
      lines: pictures.missing.map(
        ({ place, address, message }) => `${place}: picture missing: ${address}: ${message}`,
      ),
    },
    {
      title: 'Files left out',
      lines: explained(files, 'left-out'),
    },
    {
      title: 'Texts',
      lines: rows.map(
        ({ state, to, status, title, address, place }) =>
          `${state}\t${to}\t${status}\t${title}\t${address}\t${place}`,
      ),
    },
    {
      title: 'Files imported',
      lines: explained(files, 'imported'),
    },
  ]
}
