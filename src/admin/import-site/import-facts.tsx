import { counted, groupedNumber } from '#domain/count-words.ts'
import type { ImportSummary } from '#domain/import/report.ts'
import { FileLink } from '../shell/file-link.tsx'

/** The counts of a dry run, its authors, and its lists of subscribers. */
export function ImportFacts({ report }: { report: ImportSummary }) {
  const {
    fresh,
    known,
    skipped,
    refused,
    texts,
    pictures,
    authors,
    members,
    comments,
    files,
    old,
  } = report
  const facts = [
    ['Texts in the export', texts],
    ['Come in', fresh],
    ['Are here already', known],
    ['Are left out', skipped],
    ['Can’t be written', refused],
    ['Pictures and sounds found', pictures.found],
    ['Pictures missing', pictures.missing],
    ['Old addresses that lead to their texts', old.covered],
    ['Old addresses that lead nowhere', old.total - old.covered],
    ['Files left out, with reasons', files.leftOut],
    ['Files not understood', files.notUnderstood],
  ] as const
  return (
    <div className="grid gap-4">
      <dl className="facts">
        {facts
          .filter(([name, count]) => count > 0 || name === 'Come in')
          .map(([name, count]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="tabular-nums">{groupedNumber(count)}</dd>
            </div>
          ))}
      </dl>
      {old.missing.length > 0 && (
        <p className="notice" data-tone="warning">
          {counted(old.total - old.covered, 'address', 'addresses')} of {old.list} without a text:{' '}
          {old.missing.join(', ')}
          {old.total - old.covered > old.missing.length && ' …'}. Set their pattern before the
          import, or give the texts these addresses after it, as “aliases” in their files.
        </p>
      )}
      {authors.length > 0 && (
        <p className="text-small text-soft">
          {counted(authors.length, 'author gets a page', 'authors get pages')}:{' '}
          {authors
            .slice(0, 20)
            .map(({ name }) => name)
            .join(', ')}
          {authors.length > 20 && ' …'}
        </p>
      )}
      {comments > 0 && (
        <div className="notice" data-tone="info">
          <p className="mb-3">
            {counted(comments, 'comment', 'comments')} of readers {comments === 1 ? 'does' : 'do'}{' '}
            not come in with the texts.
          </p>
          <FileLink call="GET /api/import/comments" file="import-comments.json">
            Save Comments
          </FileLink>
        </div>
      )}
      {members.length > 0 && (
        <p className="notice" data-tone="info">
          The export has {counted(members.length, 'list', 'lists')} of subscribers (
          {members.join(', ')}). They don’t come in with the texts: unpack the export, and import
          the list at{' '}
          <a className="underline underline-offset-4" href="/admin/subscribers">
            Subscribers
          </a>
          , which asks about their consent.
        </p>
      )}
    </div>
  )
}
