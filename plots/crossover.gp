# crossover.gp - times against n of a champion and its challengers, and from
# which n on each challenger is ahead.
#
#   gnuplot -c crossover.gp DATA PICTURE

data = ARG1
picture = ARG2
here = ""
do for [i = 1 : strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
height = 600
keyed = 1
load here . "style.gp"

crossings = 0; notes = 0
x_low = 1.0; x_high = 2.0; x_first = 1.0; x_step = 2.0
y_low = 1.0; y_high = 2.0
stats data index 0 using (key = strcol(1), value = strcol(2), \
    key eq "crossings" ? (crossings = int(value), 0) : \
    key eq "notes" ? (notes = int(value), 0) : \
    key eq "x_low" ? (x_low = real(value), 0) : \
    key eq "x_high" ? (x_high = real(value), 0) : \
    key eq "x_first" ? (x_first = real(value), 0) : \
    key eq "x_step" ? (x_step = real(value), 0) : \
    key eq "y_low" ? (y_low = real(value), 0) : \
    key eq "y_high" ? (y_high = real(value), 0) : 0) nooutput

set tmargin at screen above(0.86)
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
set logscale y 10
set mytics 10
set yrange [y_low : y_high]
set format y ""
power(e) = int(10 ** (e % 3))
do for [e = 0 : 11] {
    do for [k in y_high < 100 * y_low ? "1 2 5" : "1"] {
        set ytics add (sprintf("%d %s", k * power(e), \
            word("ns µs ms s", 1 + e / 3)) k * 10.0 ** (e - 9))
    }
}
set ylabel "time" textcolor rgb ink
set style fill transparent solid 0.2
set style textbox opaque noborder margins 0.2, 0.2
legend(i) = words(lines) > 2 && i > 1 && !strstrt(name(i), "(") \
    ? name(i) . " (resident)" : name(i)

plot for [i = 1 : words(lines)] data index i + 2 using 1:3:4 \
         with filledcurves linecolor rgb colour(backend(name(i))) notitle, \
     for [i = 1 : words(lines)] data index i + 2 using 1:2 \
         with linespoints linewidth 2 pointsize 0.8 \
         linecolor rgb colour(backend(name(i))) \
         dashtype dash(backend(name(i)), rank(i)) \
         pointtype mark(backend(name(i)), rank(i)) title legend(i), \
     for [k = 1 : crossings > 0] data index 1 using 1:2:(0):($5 - $2) \
         with vectors nohead dashtype 3 linecolor rgb ink notitle, \
     for [k = 1 : crossings > 0] data index 1 using 1:2:3:4 \
         with xerrorbars linewidth 2 linecolor rgb ink \
         pointtype 6 pointsize 2 notitle, \
     for [k = 1 : crossings > 0] data index 1 using 1:5:7 \
         with labels left offset 0.5, 0 textcolor rgb ink noenhanced \
         notitle, \
     for [k = 1 : notes > 0] data index 2 using 1:2:3 \
         with labels left offset 1, 0 boxed textcolor rgb ink noenhanced \
         notitle
set output
