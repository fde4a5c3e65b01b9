import { authorAddress, type Byline } from '#domain/site-authors.ts'
import { useTexts } from '../../ui/site-profile.tsx'

/** The names of the authors of an item, with links to their pages. */
export function BylineLine({ bylines }: { bylines: ReadonlyArray<Byline> }) {
  const text = useTexts()
  if (bylines.length === 0) return null
  return (
    <p className="mt-3 text-small text-muted" data-part="byline">
      {text('by')}{' '}
      {bylines.map(({ name, key }, index) => (
        <span key={`${key} ${name}`}>
          {index > 0 && (index === bylines.length - 1 ? ` ${text('and')} ` : ', ')}
          {key === null ? (
            <span className="font-semibold text-ink">{name}</span>
          ) : (
            <a
              className="font-semibold text-ink underline underline-offset-3"
              href={authorAddress(key)}
              rel="author"
            >
              {name}
            </a>
          )}
        </span>
      ))}
    </p>
  )
}
