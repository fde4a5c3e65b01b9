import type { ReactNode } from 'react'
import { localeOf } from '#domain/dates.ts'
import type { Byline } from '#domain/site-authors.ts'
import type { FieldSlot, OwnField, OwnValue, OwnValues } from '#domain/site-fields.ts'
import { useProfile } from '../ui/site-profile.tsx'
import { type Clock, LongDate } from './date-label.tsx'

/**
 * What a page shows of an item because the site's settings say so: its authors, and fields of the
 * site's own with a place.
 */
export interface ItemExtras {
  bylines: Array<Byline>
  fields: Array<{ field: OwnField; value: OwnValue }>
}

export const noExtras: ItemExtras = { bylines: [], fields: [] }

/** The extras of an item. `fields` are those of its type. */
export function extrasOf(
  fields: ReadonlyArray<OwnField>,
  values: OwnValues,
  bylines: Array<Byline>,
): ItemExtras {
  const shown = fields.flatMap((field) => {
    const value = values[field.key] ?? null
    const isShown =
      field.slot !== undefined && value !== null && value !== false && String(value) !== ''
    return isShown ? [{ field, value }] : []
  })
  return { bylines, fields: shown }
}

/** Whether a slot has anything to show. */
export function hasFacts(extras: ItemExtras, slot: FieldSlot): boolean {
  return extras.fields.some(({ field }) => field.slot === slot)
}

/** The label and the value of each field in a slot. */
export function ownFacts(
  extras: ItemExtras,
  slot: FieldSlot,
  clock: Clock,
): Array<{ label: string; value: ReactNode }> {
  return extras.fields
    .filter(({ field }) => field.slot === slot)
    .map(({ field, value }) => ({
      label: field.label,
      value: <OwnValueText field={field} value={value} clock={clock} />,
    }))
}

/** The fields of a slot as a list; nothing without any. */
export function OwnFacts({
  extras,
  slot,
  clock,
}: {
  extras: ItemExtras
  slot: FieldSlot
  clock: Clock
}) {
  const facts = ownFacts(extras, slot, clock)
  if (facts.length === 0) return null
  return (
    <dl
      className="mt-4 grid max-w-[46rem] grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1 text-small data-[slot=end]:mt-10 data-[slot=end]:border-t-2 data-[slot=end]:border-ink data-[slot=end]:pt-4"
      data-part="own-facts"
      data-slot={slot}
    >
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function OwnValueText({
  field: { type },
  value,
  clock,
}: {
  field: OwnField
  value: OwnValue
  clock: Clock
}): ReactNode {
  const { text: words, language } = useProfile()
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'boolean') return words(value ? 'yes' : 'no')
  if (typeof value === 'number')
    return value.toLocaleString(localeOf(language), { maximumFractionDigits: 9 })
  const text = String(value)
  // A day has no time zone of its own.
  if (type === 'date')
    return <LongDate iso={`${text}T00:00:00.000Z`} clock={{ ...clock, timeZone: 'UTC' }} />
  if (type !== 'link') return text
  return (
    <a
      className="underline underline-offset-3"
      href={text}
      {...(/^https?:/i.test(text) && { rel: 'noopener' })}
    >
      {text.replace(/^(?:https?:\/\/(?:www\.)?|mailto:)/i, '').replace(/\/$/, '')}
    </a>
  )
}
