import { expect, test } from 'vitest'
import { z } from 'zod'
import { deviceText, readDevice } from './device-block.ts'
import { deviceFaults } from './device-fences.ts'
import { deviceNames, findDevice, findParameter } from './device-table.ts'
import { turnOf } from './device-value.ts'
import { editDevice } from './edit-device.ts'
import table from './live-devices.json' with { type: 'json' }

const glue = `device: Glue Compressor
live: 12.1
Threshold: -18 dB
Attack: 30 ms
Release: { value: Auto, note: "Follows the music, not the beat" }
`

test('the table of devices has a source and names no parameter twice', () => {
  const range = z.strictObject({
    unit: z.enum(['dB', '%', 'Hz', 'ms', 's', 'st', 'ct', '°', ':1', 'samples']).optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    silence: z.literal(true).optional(),
  })
  const parameter = z.strictObject({
    name: z.string().min(1),
    aliases: z.array(z.string()).optional(),
    count: z.int().optional(),
    ranges: z.array(range).optional(),
    choices: z.array(z.string().min(1)).optional(),
    beats: z.literal(true).optional(),
    text: z.literal(true).optional(),
  })
  const device = z.strictObject({
    name: z.string(),
    aliases: z.array(z.string()).optional(),
    section: z.string().regex(/^[a-z-]+$/),
    parameters: z.array(parameter).min(3),
  })
  z.strictObject({ source: z.string().includes('manual'), devices: z.array(device).min(25) }).parse(
    table,
  )
  for (const name of deviceNames) {
    const { parameters = [] } = findDevice(name) ?? {}
    const names = parameters.flatMap((one) => [one.name, ...(one.aliases ?? [])])
    expect(new Set(names).size, name).toBe(names.length)
    for (const { name: own, ...rest } of parameters)
      expect([own, rest.ranges ?? rest.choices ?? rest.beats ?? rest.text]).not.toContain(undefined)
  }
})

test('settings are read with their notes, as a map or as a list', () => {
  expect(readDevice(glue).faults).toEqual([])
  const rows = [
    ['Threshold', '-18 dB', ''],
    ['Attack', '30 ms', ''],
    ['Release', 'Auto', 'Follows the music, not the beat'],
  ]
  const list = `device: Glue Compressor
live: 12.1
parameters:
  - Threshold: -18 dB
  - name: Attack
    value: 30
    unit: ms
  - Release: Auto
    note: Follows the music, not the beat
`
  for (const source of [glue, list]) {
    const { block, faults } = readDevice(source)
    expect(faults).toEqual([])
    expect(block).toMatchObject({ device: 'Glue Compressor', live: '12.1' })
    expect(block?.rows.map(({ name, value, note }) => [name, value, note])).toEqual(rows)
    expect(block && deviceText(block)).toBe(
      'Glue Compressor (Live 12.1)\nThreshold: -18 dB\nAttack: 30 ms\nRelease: Auto (Follows the music, not the beat)',
    )
  }
})

const faulty: ReadonlyArray<readonly [source: string, line: number, message: string | RegExp]> = [
  [
    'device: Glue Compressor\nAttack: 25 ms',
    2,
    /^Attack of Glue Compressor can't be '25 ms'; it is 0\.01 ms, /,
  ],
  [
    'device: Glue Compresor\nAttack: 30 ms',
    1,
    "Unknown device 'Glue Compresor'; do you mean 'Glue Compressor'?",
  ],
  ['device: Pro-Q 4\nGain: 3 dB', 1, "Unknown device 'Pro-Q 4'"],
  [
    'device: Compressor\n\nRatio: 4:1\nAtack: 1 ms',
    4,
    "Compressor has no parameter 'Atack'; do you mean 'Attack'?",
  ],
  [
    'device: Compressor\nThreshold: 12 dB',
    2,
    "Threshold of Compressor is from -inf to 6 dB; '12 dB' is outside",
  ],
  [
    'device: Compressor\nKnee: 20 dB',
    2,
    "Knee of Compressor is from 0 to 18 dB; '20 dB' is outside",
  ],
  [
    'device: Compressor\nKnee: 10 to 20 dB',
    2,
    "Knee of Compressor is from 0 to 18 dB; '10 to 20 dB' is outside",
  ],
  ['device: Compressor\nKnee: 3', 2, 'Knee of Compressor needs its unit: dB'],
  ['device: Compressor\nKnee: 3 %', 2, "Knee of Compressor is in dB; '3 %' is not"],
  ['device: Compressor\nKnee: [3, 4]', 2, "'Knee' is one value, not a list"],
  ['device: Compressor\nKnee:', 2, "'Knee' has no value"],
  ['device: Compressor\nKnee: { value: 3 dB, why: x }', 2, /'why' is none of them$/],
  ['device: Compressor\nlive: twelve\nKnee: 3 dB', 2, "'live' is a version such as 12.1"],
  ['device: Compressor', 1, 'The settings of Compressor have no parameters'],
  ['Attack: 3 ms', 1, "The settings name no device; begin with 'device: Compressor'"],
  ['just words', 1, "The settings begin with 'device:' and the name of a device"],
  ['device: Compressor\nAttack: "1 ms', 2, /^The settings are no valid YAML: /],
  [
    'device: Compressor\nAttack: 1 ms\nAttack: 2 ms',
    3,
    /^The settings are no valid YAML: Map keys must be unique/,
  ],
  ['device: Compressor\nAttack: &a 1 ms\nRelease: *a', 3, "'Release' is one value, not a list"],
  [`device: ${'['.repeat(5_000)}`, 1, 'The settings have too many brackets'],
]

test.each(faulty)(
  'settings with a fault are refused with its line (%#)',
  (source, line, message) => {
    const [first] = readDevice(source).faults
    expect(first).toEqual({
      line,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
  },
)

test.each([
  ['Compressor', 'Threshold', '-inf dB'],
  ['Compressor', 'Ratio', '4:1'],
  ['Compressor', 'Release', '0.12 s'],
  ['Compressor', 'Release', 'Auto'],
  ['Compressor', 'Attack', '10–30 ms'],
  ['Glue Compressor', 'Release', '100 ms'],
  ['Glue Compressor', 'Ratio', '2'],
  ['EQ Eight', 'Band 8 Freq', '12.5 kHz'],
  ['EQ Eight', 'Band 1 Gain', '−3 dB'],
  ['Auto Filter', 'LFO Rate', '1/8 Dotted'],
  ['Echo', 'Time', '3 sixteenths'],
  ['Wavetable', 'Env 2 → Filter 1 Freq', '+32'],
  ['glue compressor', 'attack', 'about 30 ms'],
])('%s accepts %s: %s', (device, parameter, value) => {
  expect(readDevice(`device: ${device}\n${parameter}: ${value}\n`).faults).toEqual([])
})

test('a knob is turned as far as the value is in its range', () => {
  const turn = (device: string, parameter: string, value: string) => {
    const found = findDevice(device)
    const one = found && findParameter(found, parameter)
    return one && turnOf(one, value)
  }
  expect(turn('Compressor', 'Knee', '9 dB')).toBe(0.5)
  expect(turn('Auto Filter', 'Freq', '632.4555 Hz')).toBeCloseTo(0.5)
  expect(turn('Glue Compressor', 'Attack', '1 ms')).toBe(0.5)
  expect(turn('Compressor', 'Threshold', '-inf dB')).toBe(0)
  expect(turn('Compressor', 'Attack', '10 to 30 ms')).toBeNull()
  expect(turn('Compressor', 'Mode', 'Peak')).toBeNull()
})

const commented = `device: Compressor # ours
# Dynamics
Attack: 1 ms # fast
Release: {value: 125 ms, note: Half a beat} # slow

Knee: 3 dB
`
const listed = `device: Compressor
parameters:
  - Attack: 1 ms
    note: fast
  - Knee: 3 dB`

test('an edit of a row changes the lines of that row alone', () => {
  const row = { name: 'Attack', value: '2 ms', note: '' }
  expect(editDevice(commented, { kind: 'row', index: 0, row })).toBe(
    commented.replace('1 ms', '2 ms'),
  )
  expect(editDevice(commented, { kind: 'row', index: 0, row: { ...row, note: 'a: b, c' } })).toBe(
    commented.replace('1 ms', '{ value: 2 ms, note: "a: b, c" }'),
  )
  expect(
    editDevice(commented, {
      kind: 'row',
      index: 1,
      row: { name: 'Release', value: '1 s', note: '' },
    }),
  ).toBe(commented.replace('{value: 125 ms, note: Half a beat}', '1 s'))
  expect(editDevice(commented, { kind: 'move', index: 0, by: 1 })).toBe(`device: Compressor # ours
# Dynamics
Release: {value: 125 ms, note: Half a beat} # slow
Attack: 1 ms # fast

Knee: 3 dB
`)
  const quoted = `device: Compressor\nAttack: { value: 1 ms, note: "the kick's # 1" } # it's fast\n`
  expect(editDevice(quoted, { kind: 'row', index: 0, row: { ...row, note: "kick's" } })).toBe(
    `device: Compressor\nAttack: { value: 2 ms, note: "kick's" } # it's fast\n`,
  )
  expect(editDevice(commented, { kind: 'remove', index: 2 })).toBe(
    commented.replace('Knee: 3 dB\n', ''),
  )
  expect(
    editDevice(commented, { kind: 'add', row: { name: 'Ratio', value: '4:1', note: '' } }),
  ).toBe(`${commented}Ratio: 4:1\n`)
  expect(editDevice(commented, { kind: 'head', key: 'live', value: '12.1' })).toBe(
    commented.replace('# ours\n', '# ours\nlive: 12.1\n'),
  )
  expect(editDevice(listed, { kind: 'row', index: 0, row })).toBe(
    listed.replace('Attack: 1 ms\n    note: fast', 'Attack: 2 ms'),
  )
  expect(editDevice(listed, { kind: 'add', row })).toBe(`${listed}\n  - Attack: 2 ms`)
})

test('rows that share a line are written anew, each on its own', () => {
  const flow = '{ device: Compressor, Attack: 1 ms, Knee: { value: 3 dB, note: soft } }'
  expect(editDevice(flow, { kind: 'move', index: 1, by: -1 })).toBe(
    'device: Compressor\nKnee: { value: 3 dB, note: soft }\nAttack: 1 ms',
  )
})

test('faults of settings are found in a text with their lines', () => {
  const text = `Text

\`\`\`yaml
device: not one
\`\`\`

- In a list:

  ~~~ device
  device: Compressor
  Knee: 90 dB
  ~~~

> \`\`\`device
> device: Compresser
> \`\`\`
`
  expect(deviceFaults(text).map(({ line }) => line)).toEqual([11, 15])
})
