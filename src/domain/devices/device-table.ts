import { foldedName } from '../closest-name.ts'
import table from './live-devices.json' with { type: 'json' }

/**
 * Numbers that a parameter may have, with their unit; without limits where they are not certain.
 */
export interface ValueRange {
  unit?: string
  min?: number
  max?: number
  /** The lowest value is silence, written `-inf dB`. */
  silence?: true
}

/**
 * A parameter of a device, named as on the device. Its value is one of `choices` or in one of
 * `ranges`.
 */
export interface Parameter {
  name: string
  /** Other names in use. */
  aliases?: ReadonlyArray<string>
  ranges?: ReadonlyArray<ValueRange>
  choices?: ReadonlyArray<string>
  /** It may be a length in the song's tempo: `1/8`, `3 sixteenths`, `2 bars`. */
  beats?: true
  /** Any text: the name of a sample, of a wave form, of another track. */
  text?: true
}

export interface Device {
  name: string
  aliases?: ReadonlyArray<string>
  /** The chapter of Live's manual that describes it: the last part of its address. */
  section: string
  parameters: ReadonlyArray<Parameter>
}

/** A parameter as in the table: `#` in its name stands for the numbers up to `count`. */
type Entry = Parameter & { count?: number }

const entries = table.devices as ReadonlyArray<
  Omit<Device, 'parameters'> & { parameters: ReadonlyArray<Entry> }
>

/** The names of all known devices, in the order of the alphabet. */
export const deviceNames: ReadonlyArray<string> = entries.map(({ name }) => name).sort()

const known = new Map<string, Device>()

/** The device with this name, in any capitals; null when there is none. */
export function findDevice(name: string): Device | null {
  const wanted = foldedName(name)
  const entry = entries.find((one) =>
    [one.name, ...(one.aliases ?? [])].some((known) => foldedName(known) === wanted),
  )
  if (!entry) return null
  const device = known.get(entry.name) ?? {
    ...entry,
    parameters: entry.parameters.flatMap(numbered),
  }
  known.set(entry.name, device)
  return device
}

/** The parameter of a device with this name, in any capitals; null when there is none. */
export function findParameter(device: Device, name: string): Parameter | null {
  const wanted = foldedName(name)
  const named = device.parameters.find((one) => foldedName(one.name) === wanted)
  return (
    named ??
    device.parameters.find(({ aliases = [] }) =>
      aliases.some((one) => foldedName(one) === wanted),
    ) ??
    null
  )
}

function numbered({ count, ...parameter }: Entry): Array<Parameter> {
  if (!count) return [parameter]
  const { name, aliases } = parameter
  return Array.from({ length: count }, (_, index) => {
    const number = (text: string) => text.replace('#', String(index + 1))
    return { ...parameter, name: number(name), ...(aliases && { aliases: aliases.map(number) }) }
  })
}
