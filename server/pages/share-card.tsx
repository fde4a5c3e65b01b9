import { createHash } from 'node:crypto'
import { type Inks, inksOf, paper, textOn } from './inks.ts'
import { type CardLine, CardText } from './share-line.tsx'

/**
 * The texts of a share picture. `topic` is a category or the kind of the page; it selects the
 * colors.
 */
export interface ShareCard {
  readonly title: string
  readonly kicker: string
  readonly topic: string
  readonly siteName: string
  /** Colors in place of those of the topic, on a site with a look of its own. */
  readonly inks?: Inks
}

export const cardWidth = 1200
export const cardHeight = 630

/** Bar heights from 0 to 1, derived from the title, so that every card has its own waveform. */
function waveform(title: string, count: number): Array<number> {
  const bytes = createHash('sha256').update(title).digest()
  return Array.from({ length: count }, (_, i) => {
    const swell = Math.abs(Math.sin((i / count) * Math.PI * (2 + (bytes[0]! % 3)) + bytes[1]! / 40))
    return 0.12 + 0.88 * swell * (0.45 + (0.55 * bytes[i % bytes.length]!) / 255)
  })
}

/** The site's logo: nine clip slots, one of them playing. */
function Mark({ x, y, color, accent }: { x: number; y: number; color: string; accent: string }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${46 / 26})`}>
      {[0, 9, 18].flatMap((top) =>
        [0, 9, 18].map((left) => (
          <rect
            key={`${left}-${top}`}
            {...{ x: left, y: top, width: 8, height: 8, rx: 1 }}
            fill={left === 9 && top === 9 ? accent : color}
          />
        )),
      )}
    </g>
  )
}

const margin = 64
/** The width of a line of the title. */
export const titleWidth = cardWidth - 2 * margin
const titleTop = 138
const barsHeight = 180

/**
 * The letters of Latin, Greek and Cyrillic stand closer in large sizes; others would touch, and
 * letters of Arabic would part.
 */
export function titleSpacing(title: string): number {
  return /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u.test(
    title,
  )
    ? 0
    : -0.03
}

/** The lines of a card. */
export interface CardLines {
  kicker: CardLine
  siteName: CardLine
  title: ReadonlyArray<CardLine>
}

/** The card as SVG. */
export function ShareCardPicture({ card, lines }: { card: ShareCard; lines: CardLines }) {
  const inks = card.inks ?? inksOf(card.topic)
  const text = textOn(inks.base)
  const bars = waveform(card.title, 30)
  const loudest = bars.indexOf(Math.max(...bars))
  const barStep = (cardWidth - 16 - 29) / (bars.length - 1)
  const right = cardWidth - margin
  return (
    <svg
      aria-hidden="true"
      xmlns="http://www.w3.org/2000/svg"
      width={cardWidth}
      height={cardHeight}
      fill={text}
    >
      <rect width={cardWidth} height={cardHeight} fill={inks.base} />
      <CardText line={lines.kicker} x={margin} y={90} />
      {card.siteName !== card.kicker && (
        <CardText line={lines.siteName} x={card.inks ? right : right - 64} y={90} end />
      )}
      {!card.inks && <Mark x={right - 46} y={56} color={text} accent={inks.pop} />}
      {lines.title.map((line, at) => (
        <CardText
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are drawn once
          key={at}
          {...{ line, end: line.fromRight, x: line.fromRight ? right : margin }}
          y={titleTop + line.size * (0.8 + at * (line.spacing === 0 ? 1.12 : 1.04))}
        />
      ))}
      {bars.map((level, i) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars are drawn once
          key={i}
          x={8 + i * barStep}
          y={cardHeight - Math.round(barsHeight * level)}
          width={29}
          height={Math.round(barsHeight * level) + 15}
          rx={14.5}
          fill={i === loudest ? inks.pop : i % 5 === 2 ? paper : inks.deep}
        />
      ))}
    </svg>
  )
}
