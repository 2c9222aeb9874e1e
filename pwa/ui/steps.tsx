import styles from './steps.module.css'

/** The progress through some steps; `at` counts from 0. */
export const Steps = ({ label, steps, at }: { label: string; steps: readonly string[]; at: number }) => (
  <nav className={styles.steps} aria-label={label}>
    <ol className="bare">
      {steps.map((step, index) => (
        <li key={step} aria-current={index === at ? 'step' : undefined}>
          {step}
        </li>
      ))}
    </ol>
  </nav>
)
