interface BarChartProps {
  readonly label: string;
  readonly series: readonly { readonly day: string; readonly value: number }[];
  readonly shown: (day: string, value: number) => string;
}

const height = 56;
const step = 10;

/** Small bars, one a day; the highest fills the height. Each says its day and number to whoever points at it. */
export function BarChart({ label, series, shown }: BarChartProps) {
  const most = Math.max(...series.map(({ value }) => value), 0);
  const heightOf = (value: number): number => (value <= 0 || most === 0 ? 0 : Math.max(2, (value / most) * height));
  return (
    <svg class="bars" viewBox={`0 0 ${series.length * step} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
      {series.map(({ day, value }, i) => (
        <g key={day}>
          <title>{shown(day, value)}</title>
          <rect class="bar-room" x={i * step} y={0} width={step} height={height} />
          <rect class="bar" x={i * step + 1} y={height - heightOf(value)} width={step - 2} height={heightOf(value)} />
        </g>
      ))}
    </svg>
  );
}
