import styles from './bag-steps.module.css'

const STEPS = ['Cart', 'Information', 'Pay', 'Order Complete']

/** How far somebody is between bag and order. */
export const BagSteps = ({ at }: { at: number }) => (
  <nav className={styles.steps} aria-label="Steps to your order">
    <ol className="bare">
      {STEPS.map((step, index) => <li key={step} aria-current={index === at ? 'step' : undefined}>{step}</li>)}
    </ol>
  </nav>
)
