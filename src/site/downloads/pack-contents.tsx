import type { PackContents as Contents } from '#domain/content.ts'
import { groupedNumber } from '#domain/count-words.ts'
import { useTexts } from '../../ui/site-profile.tsx'
import { contentsLine } from './download-facts.ts'

/** What is in a download: the kinds of its files, and their names behind it. */
export function PackContents({ contents }: { contents: Contents }) {
  const text = useTexts()
  const { files, folders } = contents
  const hidden = files - folders.reduce((sum, folder) => sum + folder.files.length, 0)
  return (
    <details className="group border-y border-line text-small">
      <summary className="grid cursor-pointer list-none grid-cols-[minmax(0,1fr)_1.25rem] gap-x-4 py-3 hover:text-accent-ink [&::-webkit-details-marker]:hidden">
        <span>
          <span className="me-3 font-semibold">{text('whatIsInside')}</span>
          <bdi className="text-muted">{contentsLine(contents, text)}</bdi>
        </span>
        <span
          aria-hidden="true"
          className="text-center text-xl leading-none text-muted group-open:rotate-45"
        >
          +
        </span>
      </summary>
      <div className="grid gap-4 pb-5">
        {folders.map((folder) => (
          <div key={folder.name}>
            {folder.name !== '' && (
              <p className="mb-1 font-semibold wrap-anywhere">{folder.name}</p>
            )}
            <ul className="gap-x-8 text-tiny text-soft sm:columns-2">
              {folder.files.map((name) => (
                <li key={name} className="break-inside-avoid py-0.5 wrap-anywhere">
                  {name}
                </li>
              ))}
            </ul>
          </div>
        ))}
        {hidden > 0 && (
          <p className="text-tiny text-muted">
            {text(hidden === 1 ? 'moreFile' : 'moreFiles', {
              count: groupedNumber(hidden, text('groupMark')),
            })}
          </p>
        )}
      </div>
    </details>
  )
}
