/** The text that both began with, beside what became of it. */
export function Before({ text }: { text: string }) {
  return (
    <div className="conflict-side conflict-before">
      <p className="conflict-who">Before</p>
      <div className="conflict-text">{text === '' ? <em>nothing was here</em> : text}</div>
    </div>
  )
}
