# bandwidth.gp - a rate against n: one line a backend, with its confidence
# band, the roofs of the machine, the sizes of its caches, and the rungs that
# beat the best of their backend.
#
#   gnuplot -c bandwidth.gp DATA PICTURE

data = ARG1
picture = ARG2
here = ""
do for [i = 1 : strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
height = 600
keyed = 1
wider = 8
load here . "style.gp"

unit = ""; roofs = 0; caches = 0; rungs = 0
x_low = 1.0; x_high = 2.0; x_first = 1.0; x_step = 2.0
y_low = 0.0; y_high = 1.0; y_log = 0
stats data index 0 using (key = strcol(1), value = strcol(2), \
    key eq "unit" ? (unit = value, 0) : \
    key eq "roofs" ? (roofs = int(value), 0) : \
    key eq "caches" ? (caches = int(value), 0) : \
    key eq "rungs" ? (rungs = int(value), 0) : \
    key eq "x_low" ? (x_low = real(value), 0) : \
    key eq "x_high" ? (x_high = real(value), 0) : \
    key eq "x_first" ? (x_first = real(value), 0) : \
    key eq "x_step" ? (x_step = real(value), 0) : \
    key eq "y_low" ? (y_low = real(value), 0) : \
    key eq "y_high" ? (y_high = real(value), 0) : \
    key eq "y_log" ? (y_log = real(value), 0) : 0) nooutput

set tmargin at screen above(0.82)
set bmargin at screen below(0.2)
set lmargin at screen 0.1
set rmargin at screen 0.84
set key at screen 0.5, key_height center center horizontal \
    maxrows key_rows Left reverse samplen 4 width key_pad \
    textcolor rgb ink noenhanced

set logscale x 2
set xrange [x_low : x_high]
set xtics x_first, x_step
set format x "2^{%L}"
set xlabel "n" textcolor rgb ink
if (y_log) {
    set logscale y 10
    set mytics 10
    axis = "y"; low = y_low; high = y_high
    load here . "tics.gp"
}
set yrange [y_low : y_high]
set format y "%g"
set ylabel unit textcolor rgb ink

# Labels of rungs go to the side that has room; gnuplot 5 crashes where none is
# to be drawn.
middle = sqrt(x_low * x_high)
to_right = 0
if (rungs) {
    stats data index words(lines) + 3 \
        using (to_right = to_right + ($1 < middle), 0) nooutput
}

# What a line comes to, for the key: at the right end lines of a logarithmic
# scale are hard to tell apart.
ends = ""
do for [i = 1 : words(lines)] {
    last = 0
    stats data index i + 2 using (last = $2) nooutput
    ends = ends . sprintf(last < 1000 ? " %.4g" : " %.0f", last)
}

plot for [k = 1 : caches > 0] data index 2 \
         using 1:(y_low):(0):(y_high - y_low) with vectors nohead \
         dashtype 3 linecolor rgb faint notitle, \
     for [k = 0 : caches - 1] data index 2 \
         using ($2 == k ? $1 : NaN):(y_high):3 with labels font ",9" \
         textcolor rgb faint offset 0, 0.7 + k noenhanced notitle, \
     for [k = 1 : roofs > 0] data index 1 \
         using (x_low):1:(x_high - x_low):(0):(colour(strcol(3))) \
         with vectors nohead dashtype (12, 6) linewidth 1 \
         linecolor rgb variable notitle, \
     for [k = 1 : roofs > 0] data index 1 \
         using (x_high):2:4:(colour(strcol(3))) with labels left \
         offset 0.8, 0 font ",10" textcolor rgb variable noenhanced notitle, \
     for [i = 1 : words(lines)] data index i + 2 using 1:3:4 \
         with filledcurves fillstyle transparent solid 0.2 \
         linecolor rgb colour(backend(name(i))) notitle, \
     for [i = 1 : words(lines)] data index i + 2 using 1:2 \
         with linespoints linewidth 2 pointsize 0.8 \
         linecolor rgb colour(backend(name(i))) \
         dashtype dash(backend(name(i)), rank(i)) \
         pointtype mark(backend(name(i)), rank(i)) \
         title name(i) . " → " . word(ends, i), \
     for [k = 1 : rungs > 0] data index words(lines) + 3 \
         using 1:2:(colour(strcol(3))) with points pointtype 3 \
         linecolor rgb variable notitle, \
     for [k = 1 : to_right > 0] data index words(lines) + 3 \
         using ($1 < middle ? $1 : NaN):2:4:(colour(strcol(3))) with labels \
         left offset 0.6, 0.7 font ",9" textcolor rgb variable noenhanced \
         notitle, \
     for [k = 1 : rungs > to_right] data index words(lines) + 3 \
         using ($1 < middle ? NaN : $1):2:4:(colour(strcol(3))) with labels \
         right offset -0.6, 0.7 font ",9" textcolor rgb variable noenhanced \
         notitle
set output
