import { searchAddress } from '#domain/search.ts'

/** Which words were searched in place of misspelled ones, with a link to search for those that were typed. */
export function CorrectedNote({ term, corrected }: { term: string; corrected: string | undefined }) {
  if (corrected === undefined) return null
  return (
    <p className="mt-2 text-small" data-corrected>
      Showing results for <strong>{corrected}</strong>.{' '}
      <a className="underline underline-offset-4" href={searchAddress(term, true)}>
        Search for {term} instead
      </a>
    </p>
  )
}
