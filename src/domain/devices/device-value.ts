import type { Parameter, ValueRange } from './device-table.ts'

/** A number with its unit, in the smallest unit of its kind. */
interface Quantity {
  value: number
  /** `''` without one. */
  unit: string
}

/** Units that are multiples of another one. */
const multiples: Readonly<Record<string, readonly [unit: string, factor: number]>> = {
  kHz: ['Hz', 1000],
  s: ['ms', 1000],
}
const spellings = new Map([
  ['db', 'dB'],
  ['hz', 'Hz'],
  ['khz', 'kHz'],
  ['ms', 'ms'],
  ['s', 's'],
  ['sec', 's'],
  ['st', 'st'],
  ['semitones', 'st'],
  ['semitone', 'st'],
  ['ct', 'ct'],
  ['cents', 'ct'],
  ['cent', 'ct'],
  ['samples', 'samples'],
])
const written =
  /^([+\-−–]?)(inf|∞|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+) ?(%|°|:1|[a-z]+)?$/i
const about = /^(?:about|around|~|≈|±) ?/i
const between = /^([^–—…]{1,40}?)(?: ?[–—…] ?| to |(?<=\d)-(?=\d))(\S.{0,40})$/
const beats =
  /^(?:\d{1,2}\/\d{1,3} ?(?:[dt]|dotted|triplets?|notes?|bars?)?|\d{1,3}(?:\.\d+)? ?(?:16ths?|sixteenths?|eighths?|quarters?|beats?|bars?)?)$/i

/**
 * Why a parameter cannot have this value, as a sentence with the device's name; null when it can.
 */
export function valueComplaint(device: string, parameter: Parameter, text: string): string | null {
  const value = text.trim().replace(/\s+/g, ' ')
  const { choices = [], ranges = [], name } = parameter
  const bare = value.replace(about, '')
  if (parameter.text || isChoice(choices, bare)) return null
  if (parameter.beats && beats.test(bare)) return null
  const what = `${name} of ${device}`
  const ends = endsOf(bare)
  if (!ends || ranges.length === 0)
    return `${what} can't be '${text}'; it is ${[...choices, ...ranges.map(spoken), ...(parameter.beats ? ['a note length such as 1/8'] : [])].join(', ')}`
  const unitless = ends.find(({ unit }) => unit === '')
  const fits = ranges.filter((range) => ends.every(({ unit }) => unit === baseOf(range).unit))
  if (fits.length === 0) {
    const units = ranges.map(({ unit = 'no unit' }) => unit).join(' or ')
    return unitless
      ? `${what} needs its unit: ${units}`
      : `${what} is in ${units}; '${text}' is not`
  }
  if (fits.some((range) => ends.every((end) => isInside(end, baseOf(range))))) return null
  return `${what} is ${fits.map(spoken).join(' or ')}; '${text}' is outside`
}

/** How far a parameter is turned up, from 0 to 1; null for a value without such a place. */
export function turnOf({ choices = [], ranges = [] }: Parameter, text: string): number | null {
  const [quantity, ...more] = endsOf(text.trim().replace(about, '')) ?? []
  if (!quantity || more.length > 0) return null
  const numbers = choices.flatMap((choice) => endsOf(choice) ?? [])
  if (numbers.length > 2) {
    const at = numbers.findIndex(
      (one) => one.value === quantity.value && one.unit === quantity.unit,
    )
    return at < 0 ? null : at / (numbers.length - 1)
  }
  const range = ranges.map(baseOf).find(({ unit }) => unit === quantity.unit)
  const min = range?.silence ? -70 : range?.min
  if (!range || min === undefined || range.max === undefined) return null
  const isTuned = (range.unit === 'Hz' || range.unit === 'ms') && min > 0
  const place = (value: number) => (isTuned ? Math.log(value) : value)
  const turn = (place(quantity.value) - place(min)) / (place(range.max) - place(min))
  return Math.min(1, Math.max(0, turn))
}

/** The units that a parameter may be written in. */
export function unitsOf({ ranges = [] }: Parameter): ReadonlyArray<string> {
  const units = ranges.flatMap(({ unit = '' }) => {
    const { unit: base } = baseOf({ unit })
    const others = Object.keys(multiples).filter((one) => multiples[one]?.[0] === base)
    return unit === '' ? [] : [unit, base, ...others]
  })
  return [...new Set(units)]
}

/** A value without its unit, if it has one of these. The unit of any other value is `''`. */
export function withoutUnit(
  value: string,
  units: ReadonlyArray<string>,
): { text: string; unit: string } {
  const [, sign = '', digits = '', ending = ''] = written.exec(value) ?? []
  const spelled = spellings.get(ending.toLowerCase()) ?? ending
  const unit = units.find((one) => one === spelled)
  return unit === undefined ? { text: value, unit: '' } : { text: sign + digits, unit }
}

/**
 * Whether a value is one of the choices: the same text in any capitals, or the same quantity in
 * another unit.
 */
function isChoice(choices: ReadonlyArray<string>, value: string): boolean {
  const lower = value.toLowerCase()
  if (choices.some((choice) => choice.toLowerCase() === lower)) return true
  const quantity = quantityOf(value)
  if (!quantity) return false
  return choices.some((choice) => {
    const one = quantityOf(choice)
    return (
      one?.value === quantity.value &&
      (one.unit === quantity.unit || (one.unit === ':1' && quantity.unit === ''))
    )
  })
}

/** One quantity, or the two ends of a span such as `10 to 30 ms`; null for other texts. */
function endsOf(value: string): Array<Quantity> | null {
  const one = quantityOf(value)
  if (one) return [one]
  const [, from = '', to = ''] = between.exec(value) ?? []
  const last = quantityOf(to)
  const unit = /[^\d.,]{0,12}$/.exec(to)?.[0] ?? ''
  const first = last && (quantityOf(`${from}${unit}`) ?? quantityOf(from))
  return first && last ? [first, last] : null
}

function quantityOf(value: string): Quantity | null {
  const [, sign = '', digits = '', ending = ''] = written.exec(value) ?? []
  const unit = spellings.get(ending.toLowerCase()) ?? ending
  if (digits === '' || (/^[a-z]/i.test(unit) && ![...spellings.values()].includes(unit)))
    return null
  const size = /^(?:inf|∞)$/i.test(digits)
    ? Number.POSITIVE_INFINITY
    : Number(digits.replaceAll(',', ''))
  const [base, factor] = multiples[unit] ?? [unit, 1]
  // Rounded: 0.1 s and 100 ms are the same.
  return {
    value: Number((size * factor).toPrecision(12)) * (sign === '' || sign === '+' ? 1 : -1),
    unit: base,
  }
}

function baseOf({ unit = '', min, max, silence }: ValueRange) {
  const [base, factor] = multiples[unit] ?? [unit, 1]
  const scaled = (value: number | undefined) => (value === undefined ? undefined : value * factor)
  return { unit: base, min: scaled(min), max: scaled(max), silence }
}

function isInside({ value }: Quantity, { min, max, silence }: ReturnType<typeof baseOf>): boolean {
  if (value === Number.NEGATIVE_INFINITY) return silence === true
  return value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY)
}

/** A range in words: 'from 0 to 18 dB'. */
function spoken({ unit = '', min, max, silence }: ValueRange): string {
  const ending = unit === '' || unit === ':1' || unit === '°' ? unit : ` ${unit}`
  const from = silence ? '-inf' : min
  if (from === undefined && max === undefined)
    return unit ? `a number with the unit ${unit}` : 'a number'
  if (max === undefined) return `from ${from}${ending} up`
  return from === undefined ? `up to ${max}${ending}` : `from ${from} to ${max}${ending}`
}
