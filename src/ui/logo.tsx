/** Nine clip slots, one of them playing: the mark of the site. */
export function Logo({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 26 26" className={className} aria-hidden="true">
      {[0, 9, 18].flatMap((y) =>
        [0, 9, 18].map((x) => (
          <rect
            key={`${x}-${y}`}
            x={x}
            y={y}
            width="8"
            height="8"
            rx="1"
            className={x === 9 && y === 9 ? 'fill-accent' : 'fill-current'}
          />
        )),
      )}
      <path d="M11.5 10.6v4.8l4-2.4z" className="fill-on-clip" />
    </svg>
  )
}
