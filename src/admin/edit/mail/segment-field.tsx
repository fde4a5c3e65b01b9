import { isEverybody, type Segment } from '#domain/segment.ts'
import type { AudienceAnswer } from '#domain/sending.ts'
import { useProfile } from '../../../ui/site-profile.tsx'
import { segmentWords } from './mail-words.ts'

/** Who gets the issue: everybody, or those of some sources, topics and levels. */
export function SegmentField({
  segment,
  sources,
  onChange,
}: {
  segment: Segment
  sources: AudienceAnswer['sources']
  onChange: (segment: Segment) => void
}) {
  const profile = useProfile()
  const { categories, levels } = profile
  return (
    <details className="text-small">
      <summary className="cursor-pointer">
        <span className="font-semibold">To whom:</span> {segmentWords(segment, profile)}
      </summary>
      <div className="mt-3 grid gap-4">
        <p className="text-muted">
          Readers choose topics and levels by a link in each mail. Who has chosen none gets the
          issues of all topics and levels.
        </p>
        <Choices
          legend="Topics"
          offered={categories.listed.map((name) => [name, categories.label(name)])}
          chosen={segment.topics}
          onChange={(topics) => onChange({ ...segment, topics: [...topics] })}
        />
        <Choices
          legend="Levels"
          offered={levels.keys.map((name) => [name, levels.label(name)])}
          chosen={segment.levels}
          onChange={(levels) => onChange({ ...segment, levels: [...levels] })}
        />
        {sources.length > 0 && (
          <Choices
            legend="Where they subscribed"
            offered={sources.map(({ source, count }) => [
              source,
              `${source || 'unknown'} (${count})`,
            ])}
            chosen={segment.sources}
            onChange={(chosen) => onChange({ ...segment, sources: chosen })}
          />
        )}
        {!isEverybody(segment) && (
          <button
            type="button"
            className="justify-self-start underline underline-offset-4"
            onClick={() => onChange({ sources: [], topics: [], levels: [] })}
          >
            Send to everybody
          </button>
        )}
      </div>
    </details>
  )
}

function Choices({
  legend,
  offered,
  chosen,
  onChange,
}: {
  legend: string
  offered: ReadonlyArray<readonly [value: string, label: string]>
  chosen: ReadonlyArray<string>
  onChange: (chosen: Array<string>) => void
}) {
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{legend}</legend>
      <div className="grid">
        {offered.map(([value, label]) => (
          <label key={value} className="flex min-h-8 items-center gap-2.5 wrap-anywhere">
            <input
              type="checkbox"
              className="size-4.5 flex-none accent-link"
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                onChange(
                  target.checked ? [...chosen, value] : chosen.filter((one) => one !== value),
                )
              }
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
