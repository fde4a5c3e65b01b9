import { useEffect, useRef, useState } from 'react'

/**
 * Takes files dropped anywhere on the page or pasted into it, while the component is mounted.
 * Returns whether files are dragged over the page.
 */
export function useFiles(onFiles: (files: Array<File>) => void): boolean {
  const [over, setOver] = useState(false)
  const take = useRef(onFiles)
  take.current = onFiles

  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const drag = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0) take.current(files)
    }
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || hasWords(event.clipboardData)) return
      event.preventDefault()
      take.current(files)
    }
    document.addEventListener('dragenter', drag)
    document.addEventListener('dragover', drag)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('dragenter', drag)
      document.removeEventListener('dragover', drag)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
      document.removeEventListener('paste', paste)
    }
  }, [])
  return over
}

/** Word processors send a picture of the text together with the text. */
function hasWords(data: DataTransfer | null): boolean {
  const html = data?.getData('text/html') ?? ''
  return (
    html.replace(/<[^<>]*>/g, '').trim() !== '' ||
    (html === '' && (data?.getData('text/plain') ?? '').trim() !== '')
  )
}
