# SPDX-License-Identifier: Apache-2.0
"""Draws a reliability diagram as SVG: stated confidence against the observed share."""

SIZE, EDGE = 360, 48
COLOURS = ("#1f5fa8", "#b4541a", "#3f7d3a")


def at(chance, share):
    return EDGE + chance * SIZE, EDGE + (1 - share) * SIZE


def reliability_svg(series):
    """series: (name, [(bin, cases, mean confidence, share wholly shown), ..]). Each bin is a dot whose area
    is proportional to its cases."""
    width = SIZE + 2 * EDGE
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{width + 24 * len(series)}" '
             'font-family="sans-serif" font-size="12">',
             f'<rect width="100%" height="100%" fill="white"/>',
             f'<rect x="{EDGE}" y="{EDGE}" width="{SIZE}" height="{SIZE}" fill="none" stroke="#888"/>']
    (x1, y1), (x2, y2) = at(0, 0), at(1, 1)
    parts.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#bbb" stroke-dasharray="4"/>')
    for step in range(0, 11, 2):
        x, y = at(step / 10, 0)
        parts.append(f'<text x="{x}" y="{y + 16}" text-anchor="middle">{step / 10:.1f}</text>')
        x, y = at(0, step / 10)
        parts.append(f'<text x="{x - 6}" y="{y + 4}" text-anchor="end">{step / 10:.1f}</text>')
    parts.append(f'<text x="{EDGE + SIZE / 2}" y="{EDGE + SIZE + 34}" text-anchor="middle">confidence</text>')
    parts.append(f'<text x="{EDGE}" y="{EDGE - 12}">share wholly shown</text>')
    for number, (name, table) in enumerate(series):
        colour = COLOURS[number % len(COLOURS)]
        whole = sum(n for _, n, _, _ in table) or 1
        points = [(*at(mean, share), n) for _, n, mean, share in table]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{2 + 14 * (n / whole) ** 0.5:.1f}" fill="{colour}" '
                  'fill-opacity="0.6"/>' for x, y, n in points]
        below = width + 24 * number + 4
        parts.append(f'<circle cx="{EDGE + 6}" cy="{below}" r="6" fill="{colour}"/>'
                     f'<text x="{EDGE + 20}" y="{below + 4}">{name}</text>')
    return "\n".join(parts) + "\n</svg>\n"
