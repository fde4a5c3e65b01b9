/** What a cover is drawn by: choices that its name decides. */
export interface Chance {
  /** A whole number from the first to the second. */
  between(from: number, to: number): number
  pick<Choice>(choices: readonly [Choice, ...Array<Choice>]): Choice
}

/** SVG whose tones are written by their names. */
export type Shapes = string | ReadonlyArray<Shapes>

/** Draws on a surface of 1600 × 900 that has the tone 'base'. */
export type Motif = (chance: Chance) => Shapes

const rect = (x: number, y: number, width: number, height: number, tone: string, round = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${tone}" rx="${round}"/>`
const circle = (x: number, y: number, radius: number, tone: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${tone}"/>`
const shape = (d: string, tone: string) => `<path d="${d}" fill="${tone}"/>`
const line = (d: string, tone: string, width: number, cap = 'round', dashes = 'none') =>
  `<path d="${d}" fill="none" stroke="${tone}" stroke-width="${width}" stroke-linecap="${cap}" stroke-dasharray="${dashes}"/>`
const placed = (transform: string, ...inside: ReadonlyArray<Shapes>): Shapes => [
  `<g transform="${transform}">`,
  inside,
  '</g>',
]
/** The same at equal distances. */
const row = (count: number, [right, down]: [number, number], draw: (index: number) => Shapes) =>
  Array.from({ length: count }, (_, index) =>
    placed(`translate(${right * index} ${down * index})`, draw(index)),
  )
/** A shape around the middle in itself, moved, turned or smaller each time. */
const nested = (step: string, tones: ReadonlyArray<string>, draw: (tone: string) => Shapes) =>
  tones.reduceRight<Shapes>((inside, tone) => placed(step, draw(tone), inside), '')

const frames = ['deep', 'soft', 'deep', 'soft', 'pop']

const drawn = {
  /** Frames in each other. */
  workflow({ between }) {
    const [right, down, round] = [between(-90, 90), between(-60, 60), between(0, 560)]
    const step = `translate(${right} ${down}) scale(${between(68, 84) / 100})`
    return placed(
      'translate(800 450)',
      nested(step, frames.slice(between(0, 2)), (tone) =>
        rect(-740, -620, 1480, 1240, tone, round),
      ),
    )
  },
  /** Faders. */
  mixing: ({ between }) =>
    row(6, [238, 0], () => {
      const level = between(130, 680)
      return [
        rect(118, 80, 174, 820, 'deep'),
        rect(118, level, 174, 900, 'soft'),
        rect(118, level, 174, 34, 'pop'),
      ]
    }),
  /** Oscillations. */
  sound_design({ between, pick }) {
    const [half, height, lit] = [pick([80, 100, 134]), between(160, 340), between(0, 5)]
    const wave = `M-${half} 160q${half} ${-height} ${2 * half} 0${`t${2 * half} 0`.repeat(12)}`
    return row(6, [0, 118], (index) =>
      line(wave, index === lit ? 'pop' : pick(['deep', 'soft']), 44 - 4 * index),
    )
  },
  /** Notes on the rows of keys. */
  composition: ({ between, pick }) => [
    row(8, [0, 112], () => (pick([true, false]) ? rect(0, 4, 1600, 110, 'soft') : '')),
    row(8, [184, 0], () =>
      rect(70, 16 + 112 * between(0, 7), pick([160, 344]), 86, pick(['deep', 'deep', 'pop']), 10),
    ),
  ],
  /** Two rings in each other below a limit. */
  mastering({ between }) {
    const [size, apart] = [between(80, 110) / 100, between(300, 420)]
    const ring = (x: number) => `M${x - 270} 0a270 270 0 1 1 0 1`
    return [
      placed(
        `translate(${between(480, 640)} ${between(470, 520)}) scale(${size})`,
        line(ring(0), 'deep', 110),
        line(ring(apart), 'pop', 110),
        line('M270 0A270 270 0 0 1 0 270', 'deep', 110, 'butt'),
      ),
      rect(0, between(50, 120), 1600, 26, 'soft'),
    ]
  },
  /** Pads, and a ball that jumps over them. */
  live_performance({ between, pick }) {
    const at = between(0, 3)
    return [
      row(5, [300, 0], () => rect(80, 640, 240, 320, pick(['deep', 'soft', 'pop']), 26)),
      row(4, [300, 0], (index) => {
        const height = between(110, 300)
        return [
          line(`M200 594a150 ${height} 0 0 1 300 0`, '#F6F1E7', 18, 'round', '1 35'),
          index === at ? circle(350, 594 - height, 80, '#F6F1E7') : '',
        ]
      }),
    ]
  },
  /** Steps. */
  midi_effects: ({ between, pick }) =>
    row(7, [224, 0], () => {
      const level = 190 + 140 * between(0, 4)
      return [
        rect(20, level, 216, 900, pick(['deep', 'deep', 'deep', 'pop'])),
        rect(20, level, 216, 44, 'soft'),
      ]
    }),
  /** Arches in each other. */
  audio_effects: ({ between }) =>
    placed(
      `translate(${between(440, 1160)} ${between(540, 760)})`,
      nested(`scale(${between(72, 82) / 100})`, frames.slice(between(0, 2)), (tone) =>
        shape('M-780 9000V0a780 780 0 0 1 1560 0V9000z', tone),
      ),
    ),
  /** A waveform with marks where it begins anew. */
  sample_management({ between, pick }) {
    const part = pick([6, 8, 12])
    return row(24, [66, 0], (index) => {
      const height = Math.round(270 * 0.76 ** (index % part)) + between(25, 75)
      return [
        rect(20, 490 - height, 38, 2 * height, 'deep', 19),
        index % part === 0 ? shape('M9 30h100v70l-50 60l-50 -60z', 'pop') : '',
      ]
    })
  },
  /** A knob with cables to what it moves. */
  plugins: ({ between, pick }) => [
    [150, 350, 550, 750].map((y) => [
      line(`M480 450C860 450 800 ${y} 1120 ${y}`, pick(['pop', 'soft']), 26),
      rect(1120, y - 70, 560, 140, 'deep', 20),
    ]),
    placed(
      `translate(${between(400, 520)} 450) scale(${between(75, 105) / 100}) rotate(${between(0, 270)})`,
      circle(0, 0, 300, 'deep'),
      line('M-167 167A236 236 0 1 1 181 -152', 'pop', 26),
      line('M60 -50L138 -116', '#F6F1E7', 32),
    ),
  ],
  /** A socket. */
  hardware: ({ between }) =>
    placed(
      `translate(800 450) rotate(${between(0, 359)})`,
      shape('M0 -370a370 370 0 0 0 0 740z', 'deep'),
      shape('M0 -370a370 370 0 0 1 0 740z', 'pop'),
      [30, 60, 90, 120, 150]
        .slice(between(0, 2))
        .map((angle) => placed(`rotate(${-angle})`, circle(0, -230, 34, '#F6F1E7'))),
      [100, 180, 260, 320]
        .slice(between(0, 2))
        .map((radius) =>
          line(`M0 ${-radius}a${radius} ${radius} 0 0 1 0 ${2 * radius}`, 'soft', 16),
        ),
      rect(-6, -1000, 12, 2000, '#17161A'),
    ),
  /** Pads of an instrument, some of them lit. */
  ableton_push: ({ pick }) =>
    placed(
      `rotate(${pick([-12, -7, 7, 12])} 800 450)`,
      row(9, [190, 0], () =>
        row(7, [0, 190], () =>
          rect(-60, -160, 166, 166, pick(['deep', 'deep', 'deep', 'soft', 'pop']), 24),
        ),
      ),
    ),
  /** Frames that turn. */
  production: ({ between, pick }) =>
    placed(
      `translate(${between(620, 980)} ${between(380, 520)})`,
      nested(
        `rotate(${pick([-1, 1]) * between(5, 16)}) scale(0.76)`,
        ['deep', 'soft', 'pop', 'deep', 'soft', 'pop'],
        (tone) => rect(-1160, -680, 2320, 1360, tone, 66),
      ),
    ),
  /** A letter in its envelope. */
  newsletter: ({ between, pick }) => [
    placed(
      `translate(${between(340, 500)} ${between(50, 190)})`,
      rect(0, 0, 760, 800, '#F6F1E7', 20),
      row(4, [0, 74], () => rect(80, 80, pick([600, 600, 380]), 34, pick(['soft', 'base']))),
    ),
    rect(300, 440, 1000, 560, 'deep', 24),
    line(`M320 470L800 ${between(620, 800)}L1280 470`, '#F6F1E7', 22),
  ],
  /** A record that leaves its cover. */
  download: ({ between, pick }) => [
    placed(
      `translate(${between(760, 1040)} 450)`,
      circle(0, 0, 320, '#17161A'),
      circle(0, 0, 110, pick(['base', 'soft', 'pop'])),
      circle(0, 0, 22, '#F6F1E7'),
    ),
    rect(260, 110, 680, 680, 'deep', 8),
    line('M600 260V590M460 460L600 600L740 460', '#F6F1E7', 60),
  ],
} satisfies Record<string, Motif>

/** The motifs of the categories of the specification, and of types. */
export const motifs: ReadonlyMap<string, Motif> = new Map(Object.entries(drawn))

/** Clips, of which one plays: of everything else on a site about making music. */
export const clips: Motif = ({ between, pick }) => {
  const lit = between(0, 14)
  return row(3, [0, 276], (rank) =>
    row(5, [276, 0], (column) =>
      5 * rank + column === lit
        ? [rect(130, 54, 240, 240, 'pop', 18), shape('M203 109v130l107 -65z', '#17161A')]
        : rect(130, 54, 240, 240, pick(['deep', 'deep', 'deep', 'soft']), 18),
    ),
  )
}

/** Hills and a sun: of everything on a site about another subject. */
export const hills: Motif = ({ between }) => [
  shape(
    `M0 0H1600V${between(520, 680)}Q1200 820 800 ${between(600, 720)}T0 ${between(560, 720)}z`,
    'soft',
  ),
  circle(between(250, 1250), between(150, 400), between(120, 210), 'pop'),
  shape(
    `M0 900V${between(760, 820)}Q${between(500, 800)} 640 1600 ${between(790, 850)}V900z`,
    'deep',
  ),
]
