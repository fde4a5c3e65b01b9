import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { TextField } from './field.tsx'

/** Nothing is requested while typing (specification, section 9). */
const pauseMs = 300

/** The search box of a list: reports the text after a pause, an emptied box at once. */
export function SearchField({
  label = 'Search content',
  className = '',
  value,
  onSearch,
}: {
  label?: string
  className?: string
  value: string
  onSearch: (q: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(pause.current), [])

  return (
    <div className={`relative ${className}`}>
      <Search
        className="pointer-events-none absolute bottom-1/2 left-2.75 z-1 size-4.25 translate-y-1/2 text-muted"
        aria-hidden="true"
      />
      <TextField
        type="search"
        className="pl-9"
        label={label}
        hideLabel
        placeholder={`${label}...`}
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          clearTimeout(pause.current)
          pause.current = setTimeout(() => onSearch(target.value), target.value === '' ? 0 : pauseMs)
        }}
      />
    </div>
  )
}
