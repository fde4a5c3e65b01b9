/** What is wrong with `site.yaml`. */
export function SettingsProblems({ problems }: { problems: ReadonlyArray<string> }) {
  if (problems.length === 0) return null
  return (
    <div className="notice mb-5" data-tone="warn" role="status">
      <div className="grid gap-1">
        <p>
          site.yaml has values that can not be used. They are left out, here and on the pages, and a
          save of the same part takes them out of the file too.
        </p>
        <ul className="list-disc ps-5">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}
