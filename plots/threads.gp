# threads.gp - a rate against the threads of the CPU: one line a variant, what
# it would be if each thread were as fast as one alone, the roof of all cores
# and the fastest row of a GPU.
#
#   gnuplot -c threads.gp DATA PICTURE

data = ARG1
picture = ARG2
here = ""
do for [i = 1 : strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
height = 600
keyed = 2
load here . "style.gp"

unit = ""; levels = 0
x_low = 1.0; x_high = 2.0; x_first = 1.0; y_low = 1.0; y_high = 2.0
stats data index 0 using (key = strcol(1), value = strcol(2), \
    key eq "unit" ? (unit = value, 0) : \
    key eq "levels" ? (levels = int(value), 0) : \
    key eq "x_low" ? (x_low = real(value), 0) : \
    key eq "x_high" ? (x_high = real(value), 0) : \
    key eq "x_first" ? (x_first = real(value), 0) : \
    key eq "y_low" ? (y_low = real(value), 0) : \
    key eq "y_high" ? (y_high = real(value), 0) : 0) nooutput

set tmargin at screen above(0.86)
set bmargin at screen below(0.2)
set lmargin at screen 0.1
set rmargin at screen 0.8
set key at screen 0.5, key_height center center horizontal \
    maxrows key_rows Left reverse samplen 4 width key_pad \
    textcolor rgb ink noenhanced

set logscale x 2
set xrange [x_low : x_high]
set xtics x_first, 2
set format x "%g"
set xlabel "threads" textcolor rgb ink
set logscale y 10
set mytics 10
axis = "y"; low = y_low; high = y_high
load here . "tics.gp"
set yrange [y_low : y_high]
set format y "%g"
set ylabel unit textcolor rgb ink

plot for [k = 1 : levels > 0] data index 1 \
         using (x_low):1:(x_high - x_low):(0):(colour(strcol(3))) \
         with vectors nohead dashtype (12, 6) linewidth 1 \
         linecolor rgb variable notitle, \
     for [k = 1 : levels > 0] data index 1 \
         using (x_high):2:4:(colour(strcol(3))) with labels left \
         offset 0.8, 0 font ",10" textcolor rgb variable noenhanced notitle, \
     data index 2 using 1:2 with lines dashtype 3 linewidth 1.5 \
         linecolor rgb faint title "as many times one thread", \
     for [i = 1 : words(lines)] data index i + 2 using 1:3:4 \
         with filledcurves fillstyle transparent solid 0.2 \
         linecolor rgb colour(backend(name(i))) notitle, \
     for [i = 1 : words(lines)] data index i + 2 using 1:2 \
         with linespoints linewidth 2 pointsize 0.8 \
         linecolor rgb colour(backend(name(i))) \
         dashtype dash(backend(name(i)), rank(i)) \
         pointtype mark(backend(name(i)), rank(i)) title name(i)
set output
