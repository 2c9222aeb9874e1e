import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { noteError } from './lib/note-error.ts'
import { registerWorker } from './lib/updates.ts'
import { resumeSelling } from './shell/resume-selling.ts'
import './ui/tokens.css'
import './ui/base.css'

await resumeSelling()
createRoot(document.getElementById('root')!, { onCaughtError: noteError }).render(<StrictMode><App /></StrictMode>)

if (import.meta.env.PROD) addEventListener('load', () => void registerWorker(), { once: true })
