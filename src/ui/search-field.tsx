import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { TextField } from './field.tsx'

/** Nothing is requested while typing (specification, section 9). */
const pauseMs = 300

/** The search box of a list: reports the text after a pause, an emptied box at once. */
export function SearchField({
  label = 'Search content',
  value,
  onSearch,
}: {
  label?: string
  value: string
  onSearch: (q: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(pause.current), [])

  return (
    <div className="manage-search">
      <Search aria-hidden="true" />
      <TextField
        type="search"
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
