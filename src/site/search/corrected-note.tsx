import { searchAddress } from '#domain/search.ts'
import { useTexts } from '../../ui/site-profile.tsx'

/**
 * Which words were searched in place of misspelled ones, with a link to search for those that were
 * typed.
 */
export function CorrectedNote({
  term,
  corrected,
}: {
  term: string
  corrected: string | undefined
}) {
  const text = useTexts()
  if (corrected === undefined) return null
  const [before, after] = text('correctedTo').split('{term}')
  return (
    <p className="mt-2 text-small" data-corrected>
      {before}
      <strong dir="auto">{corrected}</strong>
      {after}{' '}
      <a className="underline underline-offset-4" href={searchAddress(term, true)}>
        {text('searchLiterally', { term })}
      </a>
    </p>
  )
}
